import type { Asked } from "#domains/team/rules.ts";
import { insertedAt, type Written } from "./insertion.ts";

/** Replaces the @ and the letters after it with the plain name; undefined if the text would become too long. */
export function mentioned(text: string, { start, query }: Asked, name: string): Written | undefined {
  const end = start + 1 + query.length;
  const piece = /^\s/.test(text.slice(end)) ? name : `${name} `;
  const inserted = insertedAt(text, start, end, piece);
  return inserted && { ...inserted, cursor: start + name.length + 1 };
}
