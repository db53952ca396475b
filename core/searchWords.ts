import { foldForSearch, withPlainSigns, withPlainWidth } from "./foldForSearch.ts";

const digitsOf = (text: string) => text.replace(/\D/g, "");
const looksLikePhone = (text: string) => /^\+?[\d\s().-]+$/.test(text);
/** As pages, phones and lists write a whole number: `909/777/5010`, `+1 909-777-5010;`, `001 909 777 5010`. */
const pastedPhone = /^(?:(?:tel|ph|phone|cell|mobile)[:.]?\s*)?(\+?[\d\s()./_-]{10,24})[,;]?$/i;

/** The digits of a phone that makes up a text; undefined for any other text. */
function phoneDigits(text: string): string | undefined {
  const pasted = digitsOf(pastedPhone.exec(text)?.[1] ?? "").replace(/^(?:00|011)(?=1\d{10}$)/, "");
  if (/^1?\d{10}$/.test(pasted)) return pasted;
  return looksLikePhone(text) && digitsOf(text).length >= 3 ? digitsOf(text) : undefined;
}

/** Commas, quotation marks and brackets around a word: names are typed as `Last, First`, and copied as `<ana@example.com>`. */
const aroundWords = /^(?:mailto:|[,;"“”«»(<[])+|[,;"“”«»)>\]]+$/g;

/**
 * The words of a search, all of which have to be found. Phones are stored as digits, so separators are dropped:
 * `(909) 555-01` → `90955501`, `ana 909-555-0123` → `ana`, `9095550123`, `Núñez, Zoë` → `nunez`, `zoe`.
 */
export function searchWords(query: string): string[] {
  const text = withPlainSigns(withPlainWidth(query)).trim().replace(/\s+/g, " ");
  const phone = phoneDigits(text);
  if (phone) return [phone];
  const words = text.split(/ |(?<=\p{L})[,;](?=\p{L})/u).map((word) => {
    const bare = word.replace(/[,;]$/, "");
    const isPhone = looksLikePhone(bare) && (digitsOf(bare).length >= 6 || /^\(\d{3}\)$/.test(bare));
    return isPhone ? digitsOf(bare) : foldForSearch(word.replace(aroundWords, ""));
  });
  return [...new Set(words)].filter((word) => word !== "");
}

/** The words of a search in what people wrote, where numbers stand as they were typed. */
export const foldedWords = (query: string): string[] =>
  [...new Set(foldForSearch(query).split(/\s+/))].filter((word) => word !== "");

/** Whether a text that the page has already holds every word of a search; phones as they are shown or stored. */
export function isFound(query: string, text: string): boolean {
  const folded = foldForSearch(text);
  return searchWords(query).every((word) => folded.includes(word) || (isNumber(word) && joined(folded).includes(word)));
}

const joined = (text: string) => text.replace(/[ ().-]/g, "");

/** Whether a word is looked for in numbers written with separators. */
export const isNumber = (word: string): boolean => /^\d{3,}$/.test(word);
