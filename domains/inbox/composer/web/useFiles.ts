import { type RefObject, useCallback, useEffect } from "react";
import { cut } from "#core/smsCounter.ts";
import { toast } from "#core/web/toast.tsx";
import type { Draft, DraftFile } from "./drafts.ts";
import type { DraftAtHand } from "./useDraft.ts";
import { useFileDrop } from "./useFileDrop.ts";

const attachModule = () => import("./attaching.ts");
const trayModule = () => import("./AttachmentTray.tsx");
const segmentsModule = () => import("./Segments.tsx");

/** Preloads these modules when the page is idle, so that attaching works even if the connection is lost later. */
function preload(): () => void {
  const timer = setTimeout(
    () => void Promise.all([attachModule(), trayModule(), segmentsModule()]).catch(() => undefined),
    3_000,
  );
  return () => clearTimeout(timer);
}

/** Attaches files to a draft, wherever they come from; loads the code for it with the first. */
export function useFiles(chatId: number, handle: DraftAtHand, inside: RefObject<HTMLElement | null>, isOpen: boolean) {
  const take = useCallback(
    (chosen: File[]) => {
      if (chosen.length === 0) return;
      attachModule().then(
        ({ attach }) => attach(chatId, handle, chosen),
        () => toast.error("Files can't be attached right now. Please check your connection."),
      );
    },
    [chatId, handle],
  );
  useEffect(() => (isOpen ? preload() : undefined), [isOpen]);
  useEffect(() => {
    const isInterrupted = handle
      .current()
      .files.some(({ attachment, failure }) => !attachment && failure === undefined);
    if (isInterrupted) void attachModule().then(({ resume }) => resume(chatId, handle));
  }, [chatId, handle]);
  const isOver = useFileDrop(inside, isOpen ? take : undefined);
  const letGo = (files: readonly DraftFile[]) => {
    if (files.length > 0) void attachModule().then(({ letGo }) => letGo(files));
  };
  return { take, letGo, isOver };
}

/** Why the draft can't be sent yet, as users read it; empty if it can. */
export function heldBy({ text, files }: Draft): string {
  if (cut(text) !== text) return "This is too long: please shorten it";
  if (files.some(({ failure }) => failure !== undefined)) return "Please remove the file that could not be attached";
  return files.some(({ attachment }) => attachment === undefined) ? "Attaching…" : "";
}
