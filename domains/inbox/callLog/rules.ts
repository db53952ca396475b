import type { PersonSearch } from "#domains/customers/rules.ts";

/** The digits of a search for a phone; empty when it is a search for a name. */
export function searchedDigits(term: string): string {
  const digits = term.replace(/\D/g, "");
  if (/[^\d\s()+.-]/.test(term) || digits.length < 3) return "";
  // The country's code isn't typed by most and stored with all.
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** What is searched for: digits of a phone, or a part of a name; undefined for nothing. */
export function personSearch(typed: string): PersonSearch | undefined {
  const name = typed.trim();
  const digits = searchedDigits(name);
  return name === "" ? undefined : digits ? { digits } : { name };
}
