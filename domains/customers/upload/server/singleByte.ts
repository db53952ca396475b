import iconv from "iconv-lite";
import type { FileEncoding } from "../fields.ts";

const isAsciiLetter = (byte = 0) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
const isLetter = (byte = 0) => isAsciiLetter(byte) || byte >= 0x80;

/** Quotation marks, dashes and the trademark of Windows-1252 that Mac Roman reads as letters. */
const punctuation = new Set([0x82, 0x84, 0x85, 0x91, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99]);

/** The encoding of text of single bytes, as it is in files of English and its neighbors. */
export function guessSingleByte(bytes: Uint8Array): FileEncoding {
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
export function repairUtf8(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly count: number } | undefined {
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
