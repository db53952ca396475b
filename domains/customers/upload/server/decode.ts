import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { invalidField } from "#core/failure.ts";
import type { FileEncoding } from "../fields.ts";
import { guessSingleByte, repairUtf8 } from "./singleByte.ts";

export interface DecodedFile {
  readonly encoding: FileEncoding;
  /** Nothing in the bytes says which encoding it is, and nobody chose it. */
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
 * Decodes a file, in the encoding that somebody chose or the one that it seems to be in. UTF-8 with a few wrong bytes stays
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
