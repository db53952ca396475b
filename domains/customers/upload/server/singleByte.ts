const isAsciiLetter = (byte = 0) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
const isLetter = (byte = 0) => isAsciiLetter(byte) || byte >= 0x80;

/** Quotation marks and dashes of Windows-1252 that Mac Roman reads as letters. */
const punctuation = new Set([0x82, 0x84, 0x85, 0x91, 0x93, 0x94, 0x95, 0x96, 0x97]);

/**
 * Whether text of single bytes is Windows-1252 or Mac Roman. Most letters of the first are in 0xC0-0xFF, those of the second
 * in 0x80-0x9F, where Windows-1252 has signs that don't stand inside of words, and `Š`, `š`, `Ž` and `ž`.
 */
export function guessSingleByte(bytes: Uint8Array): "windows-1252" | "macintosh" {
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
  return mac > windows ? "macintosh" : "windows-1252";
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
