import { decodeHTMLStrict } from "entities";
import { countText } from "#core/count.ts";
import { restoreFormulas } from "#core/csv.ts";

/** A row's cells as their writer meant them. */
export interface RepairedCells {
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

/** Apostrophes before formulas are an export's, and taken off where formulas are. */
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

/** Characters that the first byte of two or more in UTF-8 is read as, before one that any further byte is. */
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
  return [`${what} in another encoding than the rest of the file. Check the cells with a warning.`];
}

/** A hint about rows whose UTF-8 another program had read in another encoding. */
export function misreadNote({ rows, example }: { readonly rows: number; readonly example: string }): string[] {
  if (rows === 0) return [];
  const restored =
    rows === 1 ? "We restored the letters in 1 row" : `We restored the letters in ${countText(rows)} rows`;
  return [
    `${restored} that another program had garbled, such as “${example.replace(/\s+/g, " ").slice(0, 40)}”. Check them before you import.`,
  ];
}
