import { useLayoutEffect, useMemo, useRef } from "react";
import { insertText, type TextEdit } from "#domains/inbox/drafts/web/textInsertion.ts";
import type { DraftHandle } from "#domains/inbox/drafts/web/useDraft.ts";

/** Newer browsers grow the field themselves. */
const growsNatively = globalThis.CSS?.supports("field-sizing", "content");

interface TypedText {
  readonly typed: string;
  readonly text: string;
  readonly cursor: number;
  /** Where the cursor was placed by the last insertion, while nothing was typed since. */
  readonly insertedAt: number | undefined;
}

/** True for a blank typed right behind one that an insertion brought along. */
export function isSecondBlank({ typed, text, cursor, insertedAt }: TypedText): boolean {
  return typed === " " && cursor === insertedAt && text[cursor - 1] === " ";
}

/** The draft's text field. After an insertion the cursor is placed behind it. */
export function useMessageField(text: string, handle: DraftHandle) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cursor = useRef<number>(undefined);
  const insertedAt = useRef<number>(undefined);

  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    if (!growsNatively) {
      input.style.height = "auto";
      input.style.height = `${input.scrollHeight}px`;
    }
    if (cursor.current === undefined || cursor.current > text.length) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  }, [text]);

  // Browsers begin before a text that was there first; a draft is gone on with.
  useLayoutEffect(() => {
    const end = handle.current().text.length;
    field.current?.setSelectionRange(end, end);
  }, [handle]);

  return useMemo(() => {
    const focus = () => field.current?.focus({ preventScroll: true });
    const write = (edit: TextEdit) => {
      cursor.current = edit.cursor;
      insertedAt.current = edit.cursor;
      handle.change(() => ({ text: edit.text }));
    };
    /** Inserts text at the cursor, unless it doesn't fit. */
    const insert = (piece: string) => {
      const { text } = handle.current();
      const from = field.current?.selectionStart ?? text.length;
      const to = field.current?.selectionEnd ?? from;
      const edit = insertText(text, from, to, piece);
      if (edit) write(edit);
      else focus();
    };
    const onBeforeInput = (event: { readonly data: string; preventDefault: () => void }) => {
      const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
      const typed = { typed: event.data, text: value, cursor: selectionStart, insertedAt: insertedAt.current };
      insertedAt.current = undefined;
      if (selectionStart === selectionEnd && isSecondBlank(typed)) event.preventDefault();
    };
    return { field, focus, write, insert, onBeforeInput };
  }, [handle]);
}
