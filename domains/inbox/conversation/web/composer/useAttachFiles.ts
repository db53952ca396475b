import { type RefObject, useCallback, useEffect, useState } from "react";
import { cutToLimit } from "#core/smsCounter.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import type { Draft, DraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";

const attachModule = () => import("#domains/inbox/attachments/web/attachFiles.ts");
const trayModule = () => import("#domains/inbox/attachments/web/AttachmentTray.tsx");
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
export function useAttachFiles(
  chatId: number,
  handle: DraftHandle,
  inside: RefObject<HTMLElement | null>,
  isOpen: boolean,
) {
  const addFiles = useCallback(
    (chosen: File[]) => {
      if (chosen.length === 0) return;
      attachModule().then(
        ({ attachFiles }) => attachFiles(chatId, handle, chosen),
        () => toast.error("Files can't be attached right now. Check your connection."),
      );
    },
    [chatId, handle],
  );
  useEffect(() => (isOpen ? preload() : undefined), [isOpen]);
  useEffect(() => {
    const isInterrupted = handle
      .current()
      .files.some(({ attachment, failure }) => !attachment && failure === undefined);
    if (isInterrupted) void attachModule().then(({ resumeUploads }) => resumeUploads(chatId, handle));
  }, [chatId, handle]);
  const isOver = useFileDrop(inside, isOpen ? addFiles : undefined);
  const release = (files: readonly DraftFile[]) => {
    if (files.length > 0) void attachModule().then(({ releaseFiles }) => releaseFiles(files));
  };
  return { addFiles, release, isOver };
}

/** Why the draft can't be sent yet, as users read it; empty if it can. */
export function sendBlockedReason({ text, files }: Draft): string {
  if (cutToLimit(text) !== text) return "This is too long. Shorten it";
  if (files.some(({ failure }) => failure !== undefined)) return "Remove the file that couldn't be attached";
  return files.some(({ attachment }) => attachment === undefined) ? "Attaching…" : "";
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/** Accepts files dropped on the pane around an element. True while files are dragged over it. */
function useFileDrop(inside: RefObject<HTMLElement | null>, addFiles: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const pane = inside.current?.closest("section");
    if (!pane || !addFiles) return;
    // Moving between children fires dragenter on the next before dragleave on the last.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      addFiles([...(event.dataTransfer?.files ?? [])]);
    };
    pane.addEventListener("dragenter", enter);
    pane.addEventListener("dragover", over);
    pane.addEventListener("dragleave", leave);
    pane.addEventListener("drop", drop);
    return () => {
      pane.removeEventListener("dragenter", enter);
      pane.removeEventListener("dragover", over);
      pane.removeEventListener("dragleave", leave);
      pane.removeEventListener("drop", drop);
      setOver(false);
    };
  }, [inside, addFiles]);

  return isOver;
}
