import { foldForSearch, withPlainWidth } from "#core/foldForSearch.ts";
import { invisible } from "#core/invisible.ts";
import { formatPhone } from "#core/phone.ts";

interface NameParts {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** The display name; for a customer who texted first and has no name yet, the phone number. */
export function customerName({ first_name, last_name, phone }: NameParts): string {
  return `${first_name} ${last_name}`.trim() || formatPhone(phone);
}

/** `Maria`, `Lopez` → `ML`; `#` for an unknown caller. */
export function customerInitials({ first_name, last_name }: NameParts): string {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0]?.toUpperCase() ?? "");
  return letters.join("") || "#";
}

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

/** What is copied from pages and messages: marks of direction and typographic dashes. */
const withPlainSigns = (text: string) => text.replace(invisible, "").replace(/[\p{Pd}\u2212]/gu, "-");

/** What a log is searched for: a part of a name, or digits of a phone. */
export type PersonSearch = { readonly name: string } | { readonly digits: string };

/** Commas, quotation marks and brackets around a word: names are typed as `Last, First`, and copied as `<ana@example.com>`. */
const aroundWords = /^(?:mailto:|[,;"“”«»(<[])+|[,;"“”«»)>\]]+$/g;

/**
 * The words of a search; a customer has to match all of them. Phones are stored as digits, so separators are dropped:
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
