import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import type { FieldErrors } from "#core/failure.ts";
import { api, isAlreadyReported } from "#core/web/call/api.ts";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import { type ChosenList, listFieldsOf } from "./chosenList.ts";
import { cacheUpload } from "./useUpload.ts";

export type Contacts = { file: File } | { text: string };

interface SendProgress {
  /** The uploaded share, from 0 to 1. */
  share: number;
}

/** Uploads a file or text, with progress, cancellation and errors. */
export function useSendContacts(onRead: (upload: Upload) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<SendProgress>();
  const [failure, setFailure] = useState<CallError>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const pendingUpload = useRef<AbortController>(undefined);
  useEffect(() => () => pendingUpload.current?.abort(), []);

  const send = async (contacts: Contacts, list: ChosenList) => {
    if (pendingUpload.current) return;
    const controller = new AbortController();
    pendingUpload.current = controller;
    setSending({ share: 0 });
    setFailure(undefined);
    setErrors({});
    const options = { signal: controller.signal, onProgress: (share: number) => setSending({ share }) };
    const body = listFieldsOf(list);
    try {
      const { data } = await ("file" in contacts
        ? api(uploads.csvUpload, { ...options, body, files: { csv_file: contacts.file } })
        : api(uploads.csvCopy, { ...options, body: { ...body, csv_file: contacts.text } }));
      cacheUpload(cache, data.upload);
      onRead(data.upload);
    } catch (failure) {
      if (!(failure instanceof CallError)) {
        if (!controller.signal.aborted) throw failure;
      } else if (!isAlreadyReported(failure)) {
        setErrors(failure.fields);
        if (Object.keys(failure.fields).length === 0) setFailure(failure);
      }
    } finally {
      pendingUpload.current = undefined;
      setSending(undefined);
    }
  };

  return {
    send,
    cancel: () => pendingUpload.current?.abort(),
    sending,
    failure,
    errors,
    /** Shows field errors found before sending. */
    refuse: (fields: FieldErrors) => {
      setFailure(undefined);
      setErrors(fields);
    },
  };
}
