import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { type ConfirmOptions, confirm } from "#core/web/dialog/confirm.tsx";
import { uploads } from "../contract.ts";
import type { Upload } from "../fields.ts";
import type { UploadFormInput } from "./ChooseContacts.tsx";
import { type ChosenList, initialList } from "./chosenList.ts";
import { uploadName } from "./uploadTexts.ts";
import { cacheUpload, isRunning, useUpload } from "./useUpload.ts";

export type AskConfirmation = (question: ConfirmOptions) => Promise<boolean>;

/** What the dialog shows. */
type DialogView = { at: "terms" } | { at: "contacts" } | { at: "earlier" } | { at: "upload"; id: number };

interface UploadFlowOptions {
  opened: boolean;
  list_id: number | undefined;
  upload_id: number | undefined;
  /** The dialog makes a new list of one file: its name and file are all that is asked first. */
  isForNewList: boolean;
}

const newList: ChosenList = { way: "new", list_id: null, title: "" };

const emptyDraft = (list: ChosenList): UploadFormInput => ({ way: "file", file: undefined, text: "", list });

/** The dialog's current view and input; both survive closing the dialog until the import starts. */
export function useUploadFlow({ opened, list_id, upload_id, isForNewList }: UploadFlowOptions) {
  const initialView: DialogView = { at: isForNewList ? "contacts" : "terms" };
  const firstList = () => (isForNewList ? newList : initialList(list_id));
  const cache = useQueryClient();
  const [view, setView] = useState<DialogView>(initialView);
  const [agreed, setAgreed] = useState(false);
  const [chosen, setChosen] = useState(() => emptyDraft(firstList()));
  const [asking, setAsking] = useState(false);
  const upload = useUpload(view.at === "upload" ? view.id : undefined);
  const state = upload.data?.state;
  const isPastPreview = state !== undefined && state !== "preview";

  const startOver = () => {
    setView(initialView);
    setAgreed(false);
    setChosen(emptyDraft(firstList()));
  };

  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened && upload_id !== undefined) setView({ at: "upload", id: upload_id });
    else if (opened && isPastPreview) startOver();
    else if (opened && list_id !== undefined && list_id !== chosen.list.list_id) {
      setView(initialView);
      setChosen({ ...chosen, list: initialList(list_id) });
    }
  }

  const ask: AskConfirmation = async (question) => {
    setAsking(true);
    return confirm(question).finally(() => setAsking(false));
  };

  const discardUpload = useSend(uploads.discard, { invalidates: [uploads.list, uploads.one] });
  const discard = async (upload: Upload) => {
    const text = `The rows of ${uploadName(upload)} are discarded. No customers are changed.`;
    const confirmed = await ask({ title: "Discard the upload", text, action: "Discard", danger: true });
    if (!confirmed) return;
    discardUpload.mutate({ params: { id: upload.id } }, { onSuccess: () => view.at === "upload" && startOver() });
  };

  return {
    view,
    go: (at: "terms" | "contacts" | "earlier") => setView({ at }),
    open: ({ id }: Upload) => setView({ at: "upload", id }),
    startOver,
    agreed,
    setAgreed,
    chosen,
    setChosen,
    upload,
    isRunning: state !== undefined && isRunning(state),
    /** Stores the server's answer about the upload in the query cache. */
    store: (upload: Upload) => cacheUpload(cache, upload),
    ask,
    /** True while a confirmation is open above the dialog. */
    asking,
    discard,
  };
}

export type UploadFlow = ReturnType<typeof useUploadFlow>;
