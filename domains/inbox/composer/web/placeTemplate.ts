import { cutToLimit } from "#core/smsCounter.ts";
import { insertText, type TextEdit } from "#domains/inbox/drafts/web/textInsertion.ts";

interface Placed extends TextEdit {
  /** What an empty text could not hold of the template. */
  readonly cut: string;
}

/**
 * A template's text in a draft: instead of blanks, else at the cursor and parted from the words around it. Nothing
 * typed goes.
 *
 * @returns undefined when both don't fit.
 */
export function placeTemplate(text: string, cursor: number, piece: string): Placed | undefined {
  if (text.trim() === "") {
    const head = cutToLimit(piece);
    return { text: head, cursor: head.length, cut: piece.slice(head.length).trimStart() };
  }
  const before = /\S$/.test(text.slice(0, cursor)) ? " " : "";
  const after = /^\S/.test(text.slice(cursor)) ? " " : "";
  const edit = insertText(text, cursor, cursor, `${before}${piece}${after}`);
  return edit && { ...edit, cursor: edit.cursor - after.length, cut: "" };
}
