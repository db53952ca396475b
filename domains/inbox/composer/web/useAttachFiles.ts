import { type RefObject, useCallback, useEffect } from "react";
import { cutToLimit } from "#core/smsCounter.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useFileDrop } from "#domains/inbox/attachments/web/useFileDrop.ts";
import type { Draft, DraftFile } from "#domains/inbox/drafts/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/drafts/web/useDraft.ts";

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
  const take = useCallback(
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
  const isOver = useFileDrop(inside, isOpen ? take : undefined);
  const letGo = (files: readonly DraftFile[]) => {
    if (files.length > 0) void attachModule().then(({ releaseFiles }) => releaseFiles(files));
  };
  return { take, letGo, isOver };
}

/** Why the draft can't be sent yet, as users read it; empty if it can. */
export function sendBlockedReason({ text, files }: Draft): string {
  if (cutToLimit(text) !== text) return "This is too long: please shorten it";
  if (files.some(({ failure }) => failure !== undefined)) return "Please remove the file that could not be attached";
  return files.some(({ attachment }) => attachment === undefined) ? "Attaching…" : "";
}
