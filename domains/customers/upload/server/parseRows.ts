import { setImmediate } from "node:timers/promises";
import { decodeHTMLStrict } from "entities";
import { countText } from "#core/count.ts";
import { restoreFormulas } from "#core/csv.ts";
import { invalidField } from "#core/failure.ts";
import { parsePhone } from "#core/phone.ts";

const maxColumns = 200;
/** Yields to other requests after this many lines. */
const linesAtOnce = 5000;

/** A row whose cells are repaired. */
export type ParsedCsvRow = CsvRow & RepairedCells;

/**
 * Parses CSV piece by piece, leaving out empty rows.
 *
 * @param field where a failure is shown.
 * @throws Failure `invalid` that names the row and column that can't be read.
 */
export async function* parseRows(
  pieces: Iterable<string>,
  format: CsvFormat,
  field = "csv_file",
): AsyncGenerator<ParsedCsvRow> {
  let pauseAfter = linesAtOnce;
  try {
    for (const csvRow of csvRows(pieces, format)) {
      const { row, cells } = csvRow;
      if (row > pauseAfter) {
        pauseAfter = row + linesAtOnce;
        await setImmediate();
      }
      if (cells.length > maxColumns) throw invalidField(field, tooManyColumns(row, cells.length));
      if (cells.every((cell) => cell.trim() === "")) continue;
      yield { ...csvRow, ...repairCells(cells) };
    }
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidField(field, error.message) : error;
  }
}

function tooManyColumns(row: number, count: number): string {
  return `Row ${row} has ${countText(count)} columns; at most ${maxColumns} can be read. Delete the columns you don't need.`;
}

/** A row's cells as their writer meant them. */
interface RepairedCells {
  readonly cells: string[];
  /** The first cell in which UTF-8 had been read as another encoding, as the file has it. */
  readonly misread: string | undefined;
}

/**
 * Undoes what programs on the way did to a row's cells: `JosÃ©` → `José`, `Bed &amp; Bath` → `Bed & Bath`, `="0123"` and
 * `'0123` → `0123`. What can't be undone for certain stays as it is.
 */
export function repairCells(cells: readonly string[]): RepairedCells {
  let misread: string | undefined;
  const areMarked = areAllMarked(cells);
  const repaired = cells.map((cell) => {
    const text = withoutExcelText(withoutEntities(cell), areMarked);
    const read = readAgain(text);
    if (read !== text) misread ??= cell.trim();
    return read;
  });
  return { cells: repaired, misread };
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
/** How often text was escaped or encoded at most. */
const maxTimes = 3;

function withoutEntities(cell: string): string {
  let text = cell;
  for (let time = 0; time < maxTimes && entity.test(text); time += 1) text = decodeHTMLStrict(text);
  return text;
}

/** Apostrophes before all cells mark them as text; before one they may be a name's: `'t Hooft`. */
function areAllMarked(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.filter(isMarked).length > 1 && filled.every((cell) => cell.trimStart().startsWith("'"));
}

/** Exported files put apostrophes before formulas; they are removed there only. */
const isMarked = (cell: string) => /^\s*'/.test(cell) && restoreFormulas(cell.trim()) === cell.trim();

function withoutExcelText(cell: string, areMarked: boolean): string {
  const formula = /^\s*'?="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  return (areMarked && isMarked(cell)) || /^\s*'[\d(]/.test(cell) ? cell.replace("'", "") : cell;
}

/** Which byte a character is in an encoding of single bytes. */
function bytesOf(encoding: "windows-1252" | "macintosh"): ReadonlyMap<string, number> {
  const characters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map([...characters].map((character, byte) => [character, byte] as const));
  // Some programs keep the bytes that Windows-1252 has other characters for.
  if (encoding === "windows-1252")
    for (let byte = 0x80; byte < 0xa0; byte += 1) bytes.set(String.fromCharCode(byte), byte);
  return bytes;
}

const singleByte = [bytesOf("windows-1252"), bytesOf("macintosh")] as const;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A UTF-8 lead byte as those encodings show it, before a character that isn't ASCII, as the bytes after it are shown. */
const suspicious = /[\u00c2-\u00f4\u221a\u00ac\u201a\u2248\u00b7\uf8ff\u0131\u02c6-\u02dd\u2030][^\p{ASCII}]/u;

/** Text whose UTF-8 was read as Windows-1252 or Mac Roman, several times perhaps; any other as it is. */
function readAgain(cell: string): string {
  let restored = cell;
  let text: string | undefined = cell;
  for (let time = 0; time < maxTimes && text !== undefined && suspicious.test(text); time += 1) {
    const before: string = text;
    text = singleByte.map((bytes) => asUtf8(before, bytes)).find((again) => again !== undefined);
    // On the way there may be control characters, in the end none.
    if (text !== undefined && !/[\u0080-\u009f]/.test(text)) restored = text;
  }
  return restored;
}

/** @returns undefined unless all of a text is certainly UTF-8 that was read by this table. */
function asUtf8(text: string, bytes: ReadonlyMap<string, number>): string | undefined {
  const read = [...text].map((character) => bytes.get(character));
  if (read.includes(undefined)) return undefined;
  try {
    const again = utf8.decode(Uint8Array.from(read as number[]));
    return isMeant(text, again.replace(/\p{ASCII}/gu, "")) ? again : undefined;
  } catch {
    return undefined;
  }
}

/** Letters and signs of names in Latin letters, controls that are on the way to them, and emoji. */
const inLatin =
  /^[\u0080-\u017f\u0192\u02c6\u02dc\u0218-\u021b\u1e00-\u1eff\u2010-\u206f\u20a0-\u20cf\u2122\p{Emoji_Presentation}]+$/u;
const inOtherLetters = /^[\p{L}\p{M}\u0080-\u00bf]{2,}$/u;

/** Letters in a row may be UTF-8 by chance, as `CAFÉ™` is for `CAFə`: what it makes has to be what names are made of. */
function isMeant(text: string, made: string): boolean {
  if (inLatin.test(made)) return isByWindows(text) || hasSign(text);
  return inOtherLetters.test(made) && !/[\u0180-\u02ff]/.test(made) && hasSign(text);
}

/** `Ã` and `Å` begin the letters of Western and Central Europe in Windows-1252. */
const isByWindows = (text: string) => /[\u00c2-\u00c5\u00c8\u00e1\u00e2\u00f0]/.test(text);
/** Mac Roman's bytes are mostly letters: only a sign among them says that they are misread. */
const hasSign = (text: string) => /[^\p{ASCII}\p{L}\p{M}]/u.test(text);

/** A hint about characters that are in another encoding than the file. */
export function damagedNote(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? "1 character is" : `${count} characters are`;
  return [`${what} in a different encoding from the rest of the file. Check the cells with a warning.`];
}

/** A hint about rows whose UTF-8 another program had read in another encoding. */
export function misreadNote({ rows, example }: { readonly rows: number; readonly example: string }): string[] {
  if (rows === 0) return [];
  const restored =
    rows === 1 ? "We restored the letters in 1 row" : `We restored the letters in ${countText(rows)} rows`;
  return [
    `${restored} that another program garbled, such as “${example.replace(/\s+/g, " ").slice(0, 40)}”. Check them before you import.`,
  ];
}

const delimiters = [",", ";", "\t", "|"] as const;

/** How the cells of a file are separated and quoted. */
interface CsvFormat {
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
interface CsvRow {
  readonly row: number;
  readonly last_row: number;
  readonly cells: string[];
  /** Why its quotation marks can't be trusted; empty when they can. */
  readonly problem: string;
}

/** A file that can't be split into rows; the message says where and why. */
class UnreadableCsv extends Error {}

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
  `${where}: this row is longer than 100,000 characters. The usual cause is a quotation mark (") that is never closed.`;

interface LineFormat extends CsvFormat {
  /** The most cells of any row so far. */
  readonly columns: number;
}

/** Reads a line into the row. Afterwards the row is open when a quoted cell continues in the next line. */
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
