import { type RawBuilder, sql } from "kysely";
import { isNumber, searchWords } from "#core/searchWords.ts";
import type { SqlFragment } from "./sqlFragment.ts";

/** A word as a LIKE pattern for anywhere in a text, with its own wildcards escaped. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Whether the texts of a row together hold every word of a search, whatever accents, case and signs either has; numbers also as
 * written with separators. Every search box asks it, or `wordCondition` for customers, whose text has an index.
 */
export function isFoundIn(query: string, texts: readonly SqlFragment[]): RawBuilder<boolean> {
  const text = sql`searchable(concat_ws(E'\\n', ${sql.join(texts.map((one) => sql`${one}::text`))}))`;
  const words = searchWords(query);
  const numbers = words.filter(isNumber).map(likePattern);
  const others = words.filter((word) => !isNumber(word)).map(likePattern);
  const found = [
    ...(others.length > 0 ? [sql`${text} like all (${others}::text[])`] : []),
    ...(numbers.length > 0 ? [sql`translate(${text}, ' ().-', '') like all (${numbers}::text[])`] : []),
  ];
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`true`;
}
