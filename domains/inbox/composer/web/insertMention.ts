import { insertText, type TextEdit } from "#domains/inbox/drafts/web/textInsertion.ts";
import type { MentionQuery } from "#domains/team/rules.ts";

/** Replaces the @ and the letters after it with the plain name; undefined if the text would become too long. */
export function insertMention(text: string, { start, query }: MentionQuery, name: string): TextEdit | undefined {
  const end = start + 1 + query.length;
  const piece = /^\s/.test(text.slice(end)) ? name : `${name} `;
  const inserted = insertText(text, start, end, piece);
  return inserted && { ...inserted, cursor: start + name.length + 1 };
}
