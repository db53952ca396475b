/** A cell that a spreadsheet would run as a formula; a number with a sign is a number. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+([.,]\d+)*%?$/;

/**
 * Rows as a CSV file that a spreadsheet opens as it is: with a byte order mark, so that it reads UTF-8, and with an
 * apostrophe before what it would run as a formula.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
  const text = String(value);
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
