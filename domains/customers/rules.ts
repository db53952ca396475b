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

/** What a log is searched for: words of a person, or digits of a phone. */
export type PersonSearch = { readonly words: readonly string[] } | { readonly digits: string };
