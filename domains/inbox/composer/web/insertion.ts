import { cut } from "#core/smsCounter.ts";

/** A text and where the cursor stands in it. */
export interface Written {
  readonly text: string;
  readonly cursor: number;
}

/** The text with a piece in the place of what is selected; undefined when it would become too long. */
export function insertedAt(text: string, from: number, to: number, piece: string): Written | undefined {
  const next = text.slice(0, from) + piece + text.slice(to);
  return cut(next) === next ? { text: next, cursor: from + piece.length } : undefined;
}

/** What comes back stands before what has been written meanwhile; undefined when there is no room for both. */
export function broughtBack(text: string, back: string): string | undefined {
  const both = [back, text].filter((part) => part.trim() !== "").join("\n");
  return cut(both) === both ? both : undefined;
}
