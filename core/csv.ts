/**
 * A cell that a spreadsheet would run as a formula, unlike a signed number. A leading apostrophe is escaped with
 * another, because an import strips one.
 */
const formula = /^'*[=+\-@\t\r]/;
const number = /^[+-]?\d+([.,]\d+)*%?$/;

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
  const text = String(value);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
