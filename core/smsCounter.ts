/** One text message; a longer text takes two, and more is not taken. */
const single = 160;
const double = 2 * single;

/** How much of what may be written has been: `12/160`, and past 160 `170/320`. */
export function counterOf(text: string): string {
  return `${text.length}/${text.length > single ? double : single}`;
}

/** What is typed or pasted beyond the limit is cut, but never in the middle of a character. */
export function cut(text: string): string {
  const kept = text.slice(0, double);
  const last = kept.charCodeAt(kept.length - 1);
  const isHalf = kept.length < text.length && last >= 0xd800 && last <= 0xdbff;
  return isHalf ? kept.slice(0, -1) : kept;
}

/** The alphabet that a plain text is sent in; of those that need an escape, each takes two places. */
const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const gsmEscaped = new Set("\f^{}\\[~]|€");

export interface Segments {
  readonly encoding: "GSM-7" | "UCS-2";
  /** How many texts the carrier makes of it, and counts. */
  readonly count: number;
}

/**
 * What the carrier makes of a text: 160 places in one, or 153 in each of several. One character outside the plain
 * alphabet, such as an emoji, and it is 70 and 67. A character is never parted.
 */
export function segmentsOf(text: string): Segments {
  const characters = [...text];
  const isPlain = characters.every((character) => gsm.has(character) || gsmEscaped.has(character));
  const places = characters.map((character) => {
    if (isPlain) return gsmEscaped.has(character) ? 2 : 1;
    return character.length;
  });
  const total = places.reduce((sum, place) => sum + place, 0);
  const encoding = isPlain ? "GSM-7" : "UCS-2";
  if (total <= (isPlain ? 160 : 70)) return { encoding, count: total === 0 ? 0 : 1 };
  const each = isPlain ? 153 : 67;
  let count = 1;
  let used = 0;
  for (const place of places) {
    if (used + place > each) {
      count += 1;
      used = 0;
    }
    used += place;
  }
  return { encoding, count };
}
