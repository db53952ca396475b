import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { invalidField } from "#core/failure.ts";
import type { FileEncoding } from "../fields.ts";

export interface DecodedFile {
  readonly encoding: FileEncoding;
  /** Nothing in the bytes says which encoding it is, and no one chose it. */
  readonly isGuess: boolean;
  /** How many characters of a UTF-8 file are in another encoding. */
  readonly damaged: number;
  /** The beginning of the text, for detecting the delimiter. */
  readonly head: string;
  /** Yields the text in pieces, so that it is never in memory as a whole. */
  pieces(): Iterable<string>;
}

const saveAsCsv =
  "In Excel choose File, Save As, “CSV UTF-8 (Comma delimited)”, in Google Sheets File, Download, “Comma-separated values”, and upload that file.";

const isPdf = "This is a PDF, not a CSV file. Export a CSV file from the program that made it, and upload that file.";

/** Magic numbers of files that are not text even when they are named .csv. */
const signatures: readonly (readonly [bytes: string, what: string])[] = [
  ["504b0304", `This is an Excel workbook or a zip file, not a CSV file. ${saveAsCsv}`],
  ["d0cf11e0", `This is an old Excel workbook, not a CSV file. ${saveAsCsv}`],
  ["25504446", isPdf],
  ["7b5c727466", `This is a text document with formatting, not a CSV file. ${saveAsCsv}`],
];

/** Texts that are no tables, by how they begin. */
const otherTexts: readonly (readonly [start: RegExp, what: string])[] = [
  [/^%PDF-/, isPdf],
  [
    /^BEGIN:VCARD/i,
    "This is a vCard file, not a CSV file. Export your contacts as CSV instead: in Google Contacts, choose Export, “Google CSV”.",
  ],
  [/^BEGIN:VCALENDAR/i, "This is a calendar file, not a CSV file. Choose the file that has your customers."],
  [
    /^(?:<!doctype html|<(?:html|head|body|table|meta|style|div)[\s>])/i,
    `This is a web page, not a CSV file. Open it in Excel or Google Sheets first. ${saveAsCsv}`,
  ],
  [/^<\?xml|^<\w+:?\w* xmlns/i, `This is an XML file, not a CSV file. Open it in Excel first. ${saveAsCsv}`],
  [
    /^(?:\{\s*(?:"[^"]*"\s*:|\}$)|\[\s*(?:\{\s*"|\[\s*["\d[]|\]$))/,
    "This is a JSON file, not a CSV file. Export a CSV file from the program that made it, and upload that file.",
  ],
];

const pieceBytes = 64 * 1024;
const headBytes = 64 * 1024;

/**
 * Decodes a file, in the encoding that someone chose or the one that it seems to be in. UTF-8 with a few wrong bytes stays
 * UTF-8: each such byte is read as Windows-1252 and marked with U+FFFD before it.
 *
 * @param field where a failure is shown.
 * @throws Failure `invalid` when the file is not text, or text that is no table.
 */
export function decode(bytes: Uint8Array, { field = "csv_file", encoding: chosen }: DecodeOptions = {}): DecodedFile {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
  const match = signatures.find(([signature]) => start.toString("hex", 0, 8).startsWith(signature));
  if (match) throw invalidField(field, match[1]);
  if (isUtf32(start)) throw invalidField(field, `This file is saved as UTF-32, which can't be read. ${saveAsCsv}`);
  const isWide = wideEncoding(start);
  const repaired = isWide || isUtf8(bytes) ? undefined : repairUtf8(bytes);
  const encoding = chosen ?? (isWide ? "UTF-16" : repaired || isUtf8(bytes) ? "UTF-8" : guessSingleByte(bytes));
  if (!isWide && isBinary(start)) {
    throw invalidField(field, `This is not a text file, so it can't be read as CSV. ${saveAsCsv}`);
  }
  const label = encoding === "UTF-16" ? (isWide ?? "UTF-16LE") : encoding;
  const isRepaired = repaired !== undefined && encoding === "UTF-8";
  const content = isRepaired ? repaired.bytes : bytes;
  const head = decoderOf(label).decode(content.subarray(0, headBytes), { stream: true });
  const other = otherTexts.find(([beginning]) => beginning.test(head.trimStart()));
  if (other) throw invalidField(field, other[1]);
  return {
    encoding,
    isGuess: chosen === undefined && encoding !== "UTF-8" && encoding !== "UTF-16",
    damaged: isRepaired ? repaired.count : 0,
    head,
    *pieces() {
      const decoder = decoderOf(label);
      for (let at = 0; at < content.length; at += pieceBytes) {
        yield decoder.decode(content.subarray(at, at + pieceBytes), { stream: true });
      }
      yield decoder.decode();
    },
  };
}

interface DecodeOptions {
  readonly field?: string;
  readonly encoding?: FileEncoding | undefined;
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** The platform knows the Web's encodings, some by other names; DOS's aren't among them. */
const webNames: Readonly<Record<string, string>> = {
  "Mac Roman": "macintosh",
  "Mac Cyrillic": "x-mac-cyrillic",
  CP866: "ibm866",
};
const dosNames: Readonly<Record<string, string>> = { DOS: "cp850", CP852: "cp852" };

function decoderOf(label: string): Decoder {
  const dos = dosNames[label];
  if (dos === undefined) return new TextDecoder(webNames[label] ?? label);
  // A letter is a byte: no piece ends within one.
  return { decode: (bytes) => (bytes ? iconv.decode(Buffer.from(bytes), dos) : "") };
}

/** In UTF-32, two or three of every four bytes of text are zero. */
function isUtf32(start: Buffer): boolean {
  const byteOrderMark = start.toString("hex", 0, 4);
  if (byteOrderMark === "fffe0000" || byteOrderMark === "0000feff") return true;
  const places = [0, 1, 2, 3].map((place) => {
    const bytes = start.filter((_, at) => at % 4 === place);
    return bytes.length > 1 && bytes.every((byte) => byte === 0);
  });
  const [first, second, third, fourth] = places;
  return Boolean((third && fourth && !first) || (first && second && !fourth));
}

/** The kind of UTF-16 that a file is in; undefined for encodings of single bytes. */
function wideEncoding(start: Buffer): string | undefined {
  const byteOrderMark = start.toString("hex", 0, 3);
  if (byteOrderMark.startsWith("fffe")) return "UTF-16LE";
  if (byteOrderMark.startsWith("feff")) return "UTF-16BE";
  // Without a byte order mark: in UTF-16, every second byte of English text is zero.
  const zeros = [0, 0];
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && odd > 20 * even) return "UTF-16LE";
  if (even > start.length / 4 && even > 20 * odd) return "UTF-16BE";
  return undefined;
}

/** Text has hardly any control characters besides tabs and line breaks. */
function isBinary(start: Buffer): boolean {
  let control = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32)) control += 1;
  return control > start.length / 50 && control > 3;
}

const isAsciiLetter = (byte = 0) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
const isLetter = (byte = 0) => isAsciiLetter(byte) || byte >= 0x80;

/** Quotation marks, dashes and the trademark of Windows-1252 that Mac Roman reads as letters. */
const punctuation = new Set([0x82, 0x84, 0x85, 0x91, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99]);

/** The encoding of text of single bytes, as it is in files of English and its neighbors. */
function guessSingleByte(bytes: Uint8Array): FileEncoding {
  const likely = windowsOrMac(bytes);
  const sample = withLetters(bytes);
  const read = new TextDecoder(likely === "Mac Roman" ? "macintosh" : likely).decode(sample);
  return plausibility(iconv.decode(sample, "cp850")) > plausibility(read) ? "DOS" : likely;
}

const sampleBytes = 256 * 1024;

/** The bytes beyond ASCII with the two on either side, which say whether they read like words. */
function withLetters(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < sampleBytes; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const from = Math.max(0, at - 2);
    while ((bytes[at + 1] ?? 0) >= 0x80) at += 1;
    parts.push(bytes.subarray(from, at + 3), newline);
    length += at + 4 - from;
  }
  return Buffer.concat(parts);
}

const newline = Uint8Array.of(10);

const isIn = (pattern: RegExp) => (character: string) => pattern.test(character);
const isLower = isIn(/\p{Ll}/u);
const isUpper = isIn(/\p{Lu}/u);
/** Signs that stand beside words: quotation marks, dashes, trademarks, and the space that doesn't break. */
const isTextSign = isIn(/[\u00a0“”‘’–—…™®©]/);

/** How much the characters beyond ASCII look like parts of words: a capital inside of one doesn't, nor does a sign. */
function plausibility(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const [before = "", character = "", after = ""] = [text[at - 1], text[at], text[at + 1]];
    if (character < "\u0080") continue;
    const isBeside = isLower(before) || isUpper(before) || isLower(after) || isUpper(after);
    if (!isBeside) continue;
    if (isTextSign(character)) sum += 1;
    else if (isUpper(character)) sum += isLower(before) ? -1 : 1;
    else if (isLower(character)) sum += isUpper(after) ? -1 : 1;
    else sum -= 1;
  }
  return sum;
}

/**
 * Whether text of single bytes is Windows-1252 or Mac Roman. Most letters of the first are in 0xC0-0xFF, those of the second
 * in 0x80-0x9F, where Windows-1252 has signs that don't stand inside of words, and `Š`, `š`, `Ž` and `ž`.
 */
function windowsOrMac(bytes: Uint8Array): "Windows-1252" | "Mac Roman" {
  let windows = 0;
  let mac = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const [before, after] = [bytes[at - 1], bytes[at + 1]];
    const isInside = isLetter(before) && isLetter(after);
    if (!isAsciiLetter(before) && !isAsciiLetter(after)) continue;
    if (byte >= 0xc0 && byte !== 0xd5) windows += 1;
    // An apostrophe inside of a name, as Mac Roman has it.
    else if (byte === 0xd5) mac += isInside ? 1 : 0;
    else if (byte === 0x92) [windows, mac] = [windows + apostrophe(bytes, at), mac + (isInside ? 0.6 : 0)];
    else if (byte === 0x8a || byte === 0x8e)
      [windows, mac] = isAsciiLetter(before) ? [windows, mac + 1] : [windows + 1, mac];
    else if (byte === 0x9e) windows += 0.5;
    else if (byte === 0x9a) mac += 0.4;
    else if (byte <= 0x9f) mac += punctuation.has(byte) && !isInside ? 0 : 0.9;
  }
  return mac > windows ? "Mac Roman" : "Windows-1252";
}

/** How much 0x92 looks like an apostrophe: `O’Brien` and `Joe’s`, but not `María`. */
function apostrophe(bytes: Uint8Array, at: number): number {
  const [after = 0, next] = [bytes[at + 1], bytes[at + 2]];
  if (after >= 65 && after <= 90) return 1;
  return !isLetter(next) && "stdm".includes(String.fromCharCode(after)) ? 1 : 0;
}

/** The length of the UTF-8 character that begins here; 0: none does. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const isNext = (offset: number, least = 0x80, most = 0xbf) => {
    const byte = bytes[at + offset] ?? 0;
    return byte >= least && byte <= most;
  };
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return isNext(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const isValid = isNext(1, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf) && isNext(2);
    return isValid ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const isValid = isNext(1, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf) && isNext(2) && isNext(3);
    return isValid ? 4 : 0;
  }
  return 0;
}

const windows = new TextDecoder("windows-1252");
const utf8 = new TextEncoder();

/**
 * UTF-8 in which some bytes are wrong, each replaced by U+FFFD and the character that it is in Windows-1252; undefined when
 * the bytes aren't UTF-8 at all: then most characters beyond ASCII are wrong.
 */
function repairUtf8(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly count: number } | undefined {
  const wrong: number[] = [];
  let right = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 1) right += 1;
    if (length === 0) wrong.push(at);
    at += length || 1;
  }
  if (wrong.length === 0 || wrong.length > right) return undefined;
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const at of wrong) {
    parts.push(bytes.subarray(done, at), utf8.encode(`\uFFFD${windows.decode(bytes.subarray(at, at + 1))}`));
    done = at + 1;
  }
  parts.push(bytes.subarray(done));
  return { bytes: Buffer.concat(parts), count: wrong.length };
}
