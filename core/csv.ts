/**
 * Where a spreadsheet begins a formula: at the start of a cell, blanks and line feeds aside, and after `;` or `|`, which
 * separate cells in some countries. The lookahead includes apostrophes, so that neutralizing can be reversed.
 */
const formula = /(?<=^|[;|])(?=[\s\p{Cc}\u200b\ufeff']*[=+\-@＝＋－＠])/gu;
const neutralizedFormula = /(?<=^|[;|])'(?=[\s\p{Cc}\u200b\ufeff']*[=+\-@＝＋－＠])/gu;
/** A signed number, or a phone such as `+19095550123`, is no formula. */
const number = /^[+-]?\d+([.,]\d+)*%?(?=$|[;|])/;

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formula, (_, at: number) => (number.test(text.slice(at)) ? "" : "'"));
}

/** Takes the apostrophes out again that `neutralizeFormulas` put in. */
export function restoreFormulas(text: string): string {
  return text.includes("'") ? text.replace(neutralizedFormula, "") : text;
}

/**
 * Renders rows as a CSV file for spreadsheets: with a byte order mark, so that they read UTF-8, and with an apostrophe
 * before anything they would run as a formula.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + csvLines(rows);
}

/** Makes spreadsheets read a CSV file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Renders further rows, for a CSV file that is written in chunks. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  const text = typeof value === "number" ? String(value) : neutralizeFormulas(value);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
