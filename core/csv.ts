/**
 * A cell that a spreadsheet would run as a formula; a number with a sign is a number. One that has such an apostrophe
 * already gets another: an import takes one away.
 */
const formula = /^'*[=+\-@\t\r]/;
const number = /^[+-]?\d+([.,]\d+)*%?$/;

/**
 * Rows as a CSV file that a spreadsheet opens as it is: with a byte order mark, so that it reads UTF-8, and with an
 * apostrophe before what it would run as a formula.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return csvMark + csvLines(rows);
}

/** Begins a CSV file: spreadsheets read UTF-8 then. */
export const csvMark = "\uFEFF";

/** More rows of a CSV file, for one that is written bit by bit. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  const text = String(value);
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
