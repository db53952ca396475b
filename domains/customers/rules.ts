import { folded } from "#core/folded.ts";
import { formatPhone } from "#core/phone.ts";

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** The name to show. Somebody who texted first has none yet: then it is their number. */
export function customerName({ first_name, last_name, phone }: Named): string {
  return `${first_name} ${last_name}`.trim() || formatPhone(phone);
}

/** `Maria`, `Lopez` → `ML`; `#` for an unknown caller. */
export function customerInitials({ first_name, last_name }: Named): string {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0]?.toUpperCase() ?? "");
  return letters.join("") || "#";
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
const looksLikePhone = (text: string) => /^\+?[\d\s().-]+$/.test(text);

/**
 * The words of a search, all of which have to be found. Phones are stored without their separators, so they are looked
 * for without: `(909) 555-01` → `90955501`, `ana 909-555-0123` → `ana`, `9095550123`.
 */
export function searchWords(typed: string): string[] {
  const text = typed.trim().replace(/\s+/g, " ");
  if (looksLikePhone(text) && digitsOf(text).length >= 3) return [digitsOf(text)];
  const words = text.split(" ").map((word) => {
    const isPhone = looksLikePhone(word) && (digitsOf(word).length >= 6 || /^\(\d{3}\)$/.test(word));
    return isPhone ? digitsOf(word) : folded(word);
  });
  return [...new Set(words)].filter((word) => word !== "");
}
