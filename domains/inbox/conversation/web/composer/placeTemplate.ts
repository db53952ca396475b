import { cutToLimit } from "#core/smsCounter.ts";
import { insertText, type TextEdit } from "#domains/inbox/sync/web/drafts.ts";

interface Placed extends TextEdit {
  /** What an empty text could not hold of the template. */
  readonly cut: string;
}

/**
 * Inserts a template into a draft at the cursor, separated from the words around it; blanks are replaced.
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
