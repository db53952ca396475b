import { isNumber, searchWords } from "#core/searchWords.ts";
import type { PersonSearch } from "#domains/customers/rules.ts";

/** What is searched for: digits of a phone, or words of a person; undefined for nothing. */
export function personSearch(typed: string): PersonSearch | undefined {
  const words = searchWords(typed);
  const [word] = words;
  if (word === undefined) return undefined;
  // The country's code isn't typed by most and stored with all.
  return words.length === 1 && isNumber(word) ? { digits: word.replace(/^1(?=\d{10}$)/, "") } : { words };
}
