import { foldForSearch, withPlainWidth } from "#core/foldForSearch.ts";
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

/** What a log is searched for: a part of a name, or digits of a phone. */
export type PersonSearch = { readonly name: string } | { readonly digits: string };

/** Commas around a word: names are typed as `Last, First`, too. */
const betweenNames = /^[,;]+|[,;]+$/g;

/**
 * The words of a search; a customer has to match all of them. Phones are stored as digits, so separators are dropped:
 * `(909) 555-01` → `90955501`, `ana 909-555-0123` → `ana`, `9095550123`, `Núñez, Zoë` → `nunez`, `zoe`.
 */
export function searchWords(query: string): string[] {
  const text = withPlainWidth(query).trim().replace(/\s+/g, " ");
  if (looksLikePhone(text) && digitsOf(text).length >= 3) return [digitsOf(text)];
  const words = text.split(/ |(?<=\p{L})[,;](?=\p{L})/u).map((word) => {
    const isPhone = looksLikePhone(word) && (digitsOf(word).length >= 6 || /^\(\d{3}\)$/.test(word));
    return isPhone ? digitsOf(word) : foldForSearch(word.replace(betweenNames, ""));
  });
  return [...new Set(words)].filter((word) => word !== "");
}
