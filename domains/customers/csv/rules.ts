import { parsePhone } from "#core/phone.ts";

const delimiters = [",", ";", "\t", "|"] as const;

/** How the cells of a file are separated and quoted. */
export interface CsvFormat {
  readonly delimiter: string;
  readonly quote: '"' | "'";
}

/** Some programs put every cell between apostrophes; the labels show it. */
const apostrophesOnly =
  /^(?:sep=.(?:\r\n|\n|\r))?[ \t]*'[^'\r\n]*'(?:[ \t]*[,;|\t][ \t]*'[^'\r\n]*')*[ \t]*(?:\r|\n|$)/i;

/** Detects how a file is written: the delimiter is the one that splits the first rows into the most cells, most evenly. */
export function detectFormat(head: string): CsvFormat {
  const quote = apostrophesOnly.test(head) ? "'" : '"';
  const declared = /^sep=([,;|\t])(?:\r\n|\n|\r)/i.exec(head)?.[1];
  if (declared) return { delimiter: declared, quote };
  const lines = sampleLines(head, quote).slice(0, 20);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    // In how many lines it is equally often counts first: titles above the labels have none, and addresses have many.
    const evenness = (count: number) => counts.filter((other) => other === count).length;
    return Math.max(0, ...counts.map((count) => (count === 0 ? 0 : evenness(count) * 1000 + Math.min(count, 999))));
  });
  const delimiter = delimiters[scores.indexOf(Math.max(...scores))] ?? ",";
  return { delimiter, quote };
}

/** The non-empty lines, with a letter for each quoted text, whose delimiters don't count. */
function sampleLines(head: string, quote: string): string[] {
  const bare = head.replace(quote === "'" ? /'(?:[^']|'')*'/g : /"(?:[^"]|"")*"/g, "q");
  const lines = bare.split(lineBreak);
  // The last line may have been cut off.
  return (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== "");
}

const lineBreak = /\r\n|\n|\r/;

/** A longer row usually has a quotation mark that is never closed. */
export const maxRowLength = 100_000;

/** A row with the lines of the file from which it comes, as an editor numbers them. */
export interface CsvRow {
  readonly row: number;
  readonly last_row: number;
  readonly cells: string[];
  /** Why its quotation marks can't be trusted; empty when they can. */
  readonly problem: string;
}

/** A file that can't be split into rows; the message says where and why. */
export class UnreadableCsv extends Error {}

/**
 * Splits text into rows, empty ones included. Quotation marks count where they surround a cell, and are text elsewhere.
 * Our own, because libraries obey a stray quotation mark that has to be found; tests compare well-formed files with csv-parse.
 *
 * @throws UnreadableCsv when a quotation mark is never closed, or a row is too long.
 */
export function* csvRows(pieces: Iterable<string>, format: CsvFormat): Generator<CsvRow> {
  const { delimiter, quote } = format;
  let line = 0;
  let columns = 0;
  let pending: PendingRow | undefined;
  for (const text of linesOf(pieces)) {
    line += 1;
    if (text.length > maxRowLength) throw new UnreadableCsv(tooLong(`Row ${line}`));
    if (line === 1 && /^sep=/i.test(text)) continue;
    if (!pending && !text.includes(quote)) {
      const cells = text.split(delimiter);
      columns = Math.max(columns, cells.length);
      yield { row: line, last_row: line, cells, problem: "" };
      continue;
    }
    pending ??= { row: line, cells: [], open: undefined, length: 0, problem: "" };
    readLine(pending, text, line, { ...format, columns });
    if (pending.open) {
      if (pending.length > maxRowLength) throw new UnreadableCsv(tooLong(placeOf(pending)));
      continue;
    }
    columns = Math.max(columns, pending.cells.length);
    yield { row: pending.row, last_row: line, cells: pending.cells, problem: pending.problem };
    pending = undefined;
  }
  if (pending) {
    const mark = quote === "'" ? "an apostrophe (')" : 'a quotation mark (")';
    throw new UnreadableCsv(`${placeOf(pending)}: ${mark} is opened and never closed. Close or remove it.`);
  }
}

interface PendingRow {
  readonly row: number;
  readonly cells: string[];
  /** The quoted cell that the line ended in. */
  open: OpenCell | undefined;
  length: number;
  problem: string;
}

interface OpenCell {
  text: string;
  /** The line and the cell as they are in the file. */
  readonly line: number;
  source: string;
}

const placeOf = ({ row, cells }: PendingRow) => `Row ${row}, column ${cells.length + 1}`;
const tooLong = (where: string) =>
  `${where}: this row is longer than 100,000 characters. Often a quotation mark (") that is never closed is the reason.`;

interface LineFormat extends CsvFormat {
  /** The most cells of any row so far. */
  readonly columns: number;
}

/** Reads a line into the row. Afterwards the row is open when a quoted cell goes on in the next line. */
function readLine(row: PendingRow, text: string, line: number, format: LineFormat): void {
  const { delimiter, quote } = format;
  row.length += text.length + 1;
  const startsInside = row.open !== undefined;
  let at = 0;
  for (;;) {
    if (!row.open) {
      const start = afterBlanks(text, at, delimiter);
      if (text[start] === quote) {
        row.open = { text: "", line, source: text.slice(at, start + 1) };
        at = start + 1;
      } else {
        const end = text.indexOf(delimiter, at);
        row.cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
        if (end < 0) return;
        at = end + 1;
        continue;
      }
    }
    const cell = row.open;
    const close = closingQuote(text, at, quote);
    const inside = text.slice(at, close < 0 ? undefined : close);
    if ((startsInside && cell.line < line) || close < 0) {
      const extent = { isFirst: cell.line === line, isWhole: at === 0 && close < 0 };
      if (looksLikeRow(inside, format, extent)) row.problem ||= joinedRows(cell.line);
    }
    cell.text += inside.replaceAll(quote + quote, quote);
    cell.source += inside;
    if (close < 0) {
      cell.text += "\n";
      cell.source += "\n";
      return;
    }
    const end = text.indexOf(delimiter, close + 1);
    const tail = text.slice(close + 1, end < 0 ? undefined : end);
    if (tail.trim() !== "" && (cell.text.includes(delimiter) || cell.line < line)) {
      row.problem ||= cell.line < line ? joinedRows(cell.line) : strayQuote(line);
    }
    // A nickname, as in `"Bo" Berg`, is text.
    row.cells.push(tail.trim() === "" ? cell.text : (cell.source + quote + tail).trim());
    row.open = undefined;
    if (end < 0) return;
    at = end + 1;
  }
}

function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === " " || text[at] === "\u00a0" || (text[at] === "\t" && delimiter !== "\t")) at += 1;
  return at;
}

/** Where the cell's closing quotation mark is; two in a row are one of its text. -1: not in this line. */
function closingQuote(text: string, from: number, quote: string): number {
  let at = text.indexOf(quote, from);
  while (at >= 0 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  return at;
}

/** A line inside a cell that could be a row of its own: it has a phone in a cell, or as many cells as other rows. */
function looksLikeRow(
  text: string,
  { delimiter, columns }: LineFormat,
  { isFirst, isWhole }: { isFirst: boolean; isWhole: boolean },
): boolean {
  const cells = text.split(delimiter);
  if (isWhole && columns >= 4 && cells.length === columns) return true;
  if (cells.length === 1 && (columns > 1 || isFirst)) return false;
  return cells.some((cell) => parsePhone(cell.replaceAll('"', "").trim()) !== undefined);
}

const joinedRows = (line: number) =>
  `Several rows are joined by a quotation mark (") on line ${line}. Close or remove it, then upload again.`;
const strayQuote = (line: number) =>
  `A quotation mark (") is in the wrong place on line ${line}. Remove it, then upload again.`;

/** Yields the lines without their ends. */
function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  let count = 0;
  for (const piece of pieces) {
    const text = rest + piece;
    // Its line feed may be in the next piece.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(lineBreak);
    rest = (lines.pop() ?? "") + text.slice(end);
    count += lines.length;
    yield* lines;
    if (rest.length > maxRowLength) throw new UnreadableCsv(tooLong(`Row ${count + 1}`));
  }
  const lines = rest.split(lineBreak);
  if (lines.at(-1) === "") lines.pop();
  yield* lines;
}
