import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { confirm, type Question } from "#core/web/confirm.tsx";
import { useSend } from "#core/web/useSend.ts";
import { type Upload, uploads } from "../contract.ts";
import type { Chosen } from "./ChooseContacts.tsx";
import { firstList } from "./chosenList.ts";
import { nameOf } from "./uploadTexts.ts";
import { isRunning, keepUpload, useUpload } from "./useUpload.ts";

export type Ask = (question: Question) => Promise<boolean>;

/** What the dialog shows. */
type Place = { at: "terms" } | { at: "contacts" } | { at: "earlier" } | { at: "upload"; id: number };

interface Opening {
  opened: boolean;
  list_id: number | undefined;
  upload_id: number | undefined;
}

const begin: Place = { at: "terms" };

const nothingChosen = (list_id?: number): Chosen => ({
  way: "file",
  file: undefined,
  text: "",
  list: firstList(list_id),
});

/** Where in the dialog one is, and what was filled in; it stays while the dialog is closed, until an import is made of it. */
export function useUploadFlow({ opened, list_id, upload_id }: Opening) {
  const cache = useQueryClient();
  const [place, setPlace] = useState<Place>(begin);
  const [agreed, setAgreed] = useState(false);
  const [chosen, setChosen] = useState(() => nothingChosen(list_id));
  const [asking, setAsking] = useState(false);
  const upload = useUpload(place.at === "upload" ? place.id : undefined);
  const state = upload.data?.state;
  const isLeft = state !== undefined && state !== "preview";

  const startAnew = () => {
    setPlace(begin);
    setAgreed(false);
    setChosen(nothingChosen(list_id));
  };

  const [was, setWas] = useState(false);
  if (opened !== was) {
    setWas(opened);
    if (opened && upload_id !== undefined) setPlace({ at: "upload", id: upload_id });
    else if (opened && isLeft) startAnew();
    else if (opened && list_id !== undefined && list_id !== chosen.list.list_id) {
      setPlace(begin);
      setChosen({ ...chosen, list: firstList(list_id) });
    }
  }

  const ask: Ask = async (question) => {
    setAsking(true);
    return confirm(question).finally(() => setAsking(false));
  };

  const discarded = useSend(uploads.discard, { refreshes: [uploads.list, uploads.one] });
  const discard = async (upload: Upload) => {
    const text = `The rows of ${nameOf(upload)} are forgotten. No customer is changed.`;
    const yes = await ask({ title: "Discard the upload", text, action: "Discard", danger: true });
    if (!yes) return;
    discarded.mutate({ params: { id: upload.id } }, { onSuccess: () => place.at === "upload" && startAnew() });
  };

  return {
    place,
    go: (at: "terms" | "contacts" | "earlier") => setPlace({ at }),
    open: ({ id }: Upload) => setPlace({ at: "upload", id }),
    startAnew,
    agreed,
    setAgreed,
    chosen,
    setChosen,
    upload,
    isRunning: state !== undefined && isRunning(state),
    /** What the server answered about the upload. */
    keep: (upload: Upload) => keepUpload(cache, upload),
    ask,
    /** True while a question stands over the dialog. */
    asking,
    discard,
  };
}

export type UploadFlow = ReturnType<typeof useUploadFlow>;
