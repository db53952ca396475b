import type { Asked } from "#domains/team/rules.ts";
import { insertedAt, type Written } from "./insertion.ts";

/** The text with the plain name in the place of the @ and the letters; undefined when it would become too long. */
export function mentioned(text: string, { start, query }: Asked, name: string): Written | undefined {
  const end = start + 1 + query.length;
  const piece = /^\s/.test(text.slice(end)) ? name : `${name} `;
  const written = insertedAt(text, start, end, piece);
  return written && { ...written, cursor: start + name.length + 1 };
}
