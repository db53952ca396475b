/*
 * Arrays as Postgres reads them, for statements with hundreds of rows: pg's own way makes several strings for each element.
 */

/** A parameter for `::bigint[]`, `::integer[]` or `::smallint[]`. */
export const numberArray = (numbers: readonly number[]) => `{${numbers.join(",")}}`;

/** A parameter for `::text[]`. */
export const textArray = (texts: readonly (string | null)[]) => `{${texts.map(quoted).join(",")}}`;

const special = /["\\]/;

function quoted(text: string | null): string {
  if (text === null) return "NULL";
  return `"${special.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;
}
