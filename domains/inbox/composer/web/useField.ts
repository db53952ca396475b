import { useLayoutEffect, useMemo, useRef } from "react";
import { insertedAt, type Written } from "./insertion.ts";
import type { DraftAtHand } from "./useDraft.ts";

/** Newer browsers let the field grow by themselves. */
const growsByItself = globalThis.CSS?.supports("field-sizing", "content");

/** The field of a draft's text. Whatever is put into it leaves the cursor behind it. */
export function useField(text: string, own: DraftAtHand) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cursor = useRef<number>(undefined);

  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    if (!growsByItself) {
      input.style.height = "auto";
      input.style.height = `${input.scrollHeight}px`;
    }
    if (cursor.current === undefined || cursor.current > text.length) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  }, [text]);

  return useMemo(() => {
    const focus = () => field.current?.focus({ preventScroll: true });
    const write = (written: Written) => {
      cursor.current = written.cursor;
      own.change(() => ({ text: written.text }));
    };
    /** Puts a piece where the cursor is; one that doesn't fit any more is left out. */
    const insert = (piece: string) => {
      const { text } = own.current();
      const from = field.current?.selectionStart ?? text.length;
      const to = field.current?.selectionEnd ?? from;
      const written = insertedAt(text, from, to, piece);
      if (written) write(written);
      else focus();
    };
    return { field, focus, write, insert };
  }, [own]);
}
