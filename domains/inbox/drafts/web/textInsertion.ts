import { cutToLimit } from "#core/smsCounter.ts";

/** A text and the cursor's position in it. */
export interface TextEdit {
  readonly text: string;
  readonly cursor: number;
}

/** Replaces the selection with `piece`; undefined if the text would become too long. */
export function insertText(text: string, from: number, to: number, piece: string): TextEdit | undefined {
  const next = text.slice(0, from) + piece + text.slice(to);
  return cutToLimit(next) === next ? { text: next, cursor: from + piece.length } : undefined;
}

/** Puts a returned text before what has been written meanwhile; undefined if both don't fit. */
export function prependText(text: string, returned: string): string | undefined {
  const both = [returned, text].filter((part) => part.trim() !== "").join("\n");
  return cutToLimit(both) === both ? both : undefined;
}
