import { insertText, type TextEdit } from "#domains/inbox/drafts/web/textInsertion.ts";
import type { MentionQuery } from "#domains/team/rules.ts";

/**
 * Replaces the @ and the letters after it with the plain name and one blank, its own or the one that follows already;
 * undefined if the text would become too long.
 */
export function insertMention(text: string, { start, query }: MentionQuery, name: string): TextEdit | undefined {
  const end = start + 1 + query.length;
  const plain = name.trim();
  const blanks = /^ */.exec(text.slice(end))?.[0].length ?? 0;
  return insertText(text, start, end + blanks, `${plain} `);
}
