import { type RefObject, useCallback, useEffect } from "react";
import { cut } from "#core/smsCounter.ts";
import { toast } from "#core/web/toast.tsx";
import type { Draft, DraftFile } from "./drafts.ts";
import type { DraftAtHand } from "./useDraft.ts";
import { useFileDrop } from "./useFileDrop.ts";

const module = () => import("./attaching.ts");
const tray = () => import("./AttachmentTray.tsx");
const segments = () => import("./Segments.tsx");

/** When the page has come to rest: whoever has no connection later can still write and choose files then. */
function prepare(): () => void {
  const timer = setTimeout(() => void Promise.all([module(), tray(), segments()]).catch(() => undefined), 3_000);
  return () => clearTimeout(timer);
}

/** Takes files for a draft, wherever they come from; what it takes to do so is loaded with the first. */
export function useFiles(chatId: number, own: DraftAtHand, inside: RefObject<HTMLElement | null>, isOpen: boolean) {
  const take = useCallback(
    (given: File[]) => {
      if (given.length === 0) return;
      module().then(
        ({ attach }) => attach(chatId, own, given),
        () => toast.error("Files can't be attached right now. Please check your connection."),
      );
    },
    [chatId, own],
  );
  useEffect(() => (isOpen ? prepare() : undefined), [isOpen]);
  useEffect(() => {
    const isLeft = own.current().files.some(({ attachment, failure }) => !attachment && failure === undefined);
    if (isLeft) void module().then(({ resume }) => resume(chatId, own));
  }, [chatId, own]);
  const isOver = useFileDrop(inside, isOpen ? take : undefined);
  const letGo = (files: readonly DraftFile[]) => {
    if (files.length > 0) void module().then(({ letGo }) => letGo(files));
  };
  return { take, letGo, isOver };
}

/** Why a message has to wait, in words; empty when it need not. */
export function heldBy({ text, files }: Draft): string {
  if (cut(text) !== text) return "This is too long: please shorten it";
  if (files.some(({ failure }) => failure !== undefined)) return "Please remove the file that could not be attached";
  return files.some(({ attachment }) => attachment === undefined) ? "Attaching…" : "";
}
