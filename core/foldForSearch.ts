import { invisible } from "./invisible.ts";

/** Letters that keyboards lack and that no accent makes, as people type them. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  ı: "i",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

const special = /[łøıđðħŧßæœþ]/g;
const accents = /[\u0300-\u0304\u0306-\u030C\u031B\u0323\u0326-\u0328]/g;
const apostrophes = /['`\u00B4\u02B9\u02BB-\u02BD\u2018-\u201B\u2032\u2035\uFF07]/g;

/** Letters, digits and signs as wide as Chinese characters, which some keyboards and forms make. */
const fullWidth = /[\u3000\uFF01-\uFF5E]/g;
const plainWidth = (character: string) =>
  character === "\u3000" ? " " : String.fromCharCode(character.charCodeAt(0) - 0xfee0);

/** `ＪＯＨＮ ９０９` → `JOHN 909` */
export const withPlainWidth = (text: string): string => text.replace(fullWidth, plainWidth);

/** Without what shows nothing, with a plain hyphen for each typographic dash: pages and word processors put both into names. */
export const withPlainSigns = (text: string): string => text.replace(invisible, "").replace(/[\p{Pd}\u2212]/gu, "-");

/**
 * Normalizes text for searches: lower case, plain letters and hyphens, without accents, apostrophes, wide letters and what shows
 * nothing, so that `obrien` finds O’Brien and `lukasz` finds Łukasz. Must match the SQL function `searchable`.
 */
export function foldForSearch(text: string): string {
  return withPlainSigns(withPlainWidth(text))
    .toLowerCase()
    .normalize("NFD")
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(accents, "")
    .replace(apostrophes, "");
}
