/** The length of one text message; a longer text takes two, the maximum. */
const singleLimit = 160;
const doubleLimit = 2 * singleLimit;

/** The character counter: `12/160`, and past 160 `170/320`. */
export function counterText(text: string): string {
  return `${text.length}/${text.length > singleLimit ? doubleLimit : singleLimit}`;
}

/** Cuts input beyond the limit, never inside a character. */
export function cutToLimit(text: string): string {
  const head = text.slice(0, doubleLimit);
  const last = head.charCodeAt(head.length - 1);
  const isHalf = head.length < text.length && last >= 0xd800 && last <= 0xdbff;
  return isHalf ? head.slice(0, -1) : head;
}

/** The GSM-7 alphabet; a character that needs an escape takes two units. */
const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const gsmEscaped = new Set("\f^{}\\[~]|€");

/** Characters that take one unit each, the most frequent ones. */
const plain = /^[\w !"#$%&'()*+,\-./:;<=>?@\n]*$/;

export interface Segments {
  readonly encoding: "GSM-7" | "UCS-2";
  /** The number of messages that the carrier sends and bills. */
  readonly count: number;
}

/** The units that a text takes in an encoding; more than its characters where some need an escape. */
export function unitsIn(text: string, encoding: Segments["encoding"]): number {
  if (encoding === "UCS-2") return text.length;
  return [...text].reduce((sum, character) => sum + (gsmEscaped.has(character) ? 2 : 1), 0);
}

/** The units that one of several segments holds, or a single one. */
export function segmentRoom({ encoding, count }: Segments): number {
  if (count <= 1) return encoding === "GSM-7" ? 160 : 70;
  return encoding === "GSM-7" ? 153 : 67;
}

/**
 * How the carrier splits a text: 160 units in one segment, or 153 in each of several. One character outside GSM-7, such
 * as an emoji, reduces that to 70 and 67. A character is never split.
 */
export function segmentsOf(text: string): Segments {
  if (text.length <= 160 && text !== "" && plain.test(text)) return { encoding: "GSM-7", count: 1 };
  const characters = [...text];
  const isPlain = characters.every((character) => gsm.has(character) || gsmEscaped.has(character));
  const units = characters.map((character) => {
    if (isPlain) return gsmEscaped.has(character) ? 2 : 1;
    return character.length;
  });
  const total = units.reduce((sum, size) => sum + size, 0);
  const encoding = isPlain ? "GSM-7" : "UCS-2";
  if (total <= (isPlain ? 160 : 70)) return { encoding, count: total === 0 ? 0 : 1 };
  const perSegment = isPlain ? 153 : 67;
  let count = 1;
  let used = 0;
  for (const size of units) {
    if (used + size > perSegment) {
      count += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, count };
}
