import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import type { FieldTexts } from "#core/failure.ts";
import { api, saidAlready } from "#core/web/api.ts";
import { type Upload, uploads } from "../contract.ts";
import { type ChosenList, listFieldsOf } from "./chosenList.ts";
import { keepUpload } from "./useUpload.ts";

export type Contacts = { file: File } | { text: string };

interface Sending {
  /** How much has left, from 0 to 1. */
  share: number;
}

/** Sends a file or a text to be read; says how far it is, can be given up, and keeps what went wrong. */
export function useSendContacts(onRead: (upload: Upload) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<CallError>();
  const [errors, setErrors] = useState<FieldTexts>({});
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const send = async (contacts: Contacts, list: ChosenList) => {
    if (underWay.current) return;
    const giveUp = new AbortController();
    underWay.current = giveUp;
    setSending({ share: 0 });
    setFailure(undefined);
    setErrors({});
    const given = { signal: giveUp.signal, onProgress: (share: number) => setSending({ share }) };
    const body = listFieldsOf(list);
    try {
      const { data } = await ("file" in contacts
        ? api(uploads.csvUpload, { ...given, body, files: { csv_file: contacts.file } })
        : api(uploads.csvCopy, { ...given, body: { ...body, csv_file: contacts.text } }));
      keepUpload(cache, data.upload);
      onRead(data.upload);
    } catch (failure) {
      if (!(failure instanceof CallError)) {
        if (!giveUp.signal.aborted) throw failure;
      } else if (!saidAlready(failure)) {
        setErrors(failure.fields);
        if (Object.keys(failure.fields).length === 0) setFailure(failure);
      }
    } finally {
      underWay.current = undefined;
      setSending(undefined);
    }
  };

  return {
    send,
    cancel: () => underWay.current?.abort(),
    sending,
    failure,
    errors,
    /** Says what is wrong before anything is sent. */
    refuse: (fields: FieldTexts) => {
      setFailure(undefined);
      setErrors(fields);
    },
  };
}
