import { formatPhone } from "#core/phone.ts";

/** What a whole message of one word asks for. */
export type Keyword = "stop" | "start" | "help";

const keywords: Record<Keyword, readonly string[]> = {
  stop: [
    ...["stop", "stopall", "unsubscribe", "cancel", "end", "quit"],
    ...["revoke", "optout", "opt out", "remove", "alto", "parar"],
  ],
  start: ["start", "unstop"],
  help: ["help", "info"],
};

/**
 * What a message asks for, when the whole of it is a keyword: in any case, with any punctuation, emoji or invisible
 * characters around or inside it. "stop by Saturday" and "cancel my 3 pm" are no keywords.
 *
 * @param optedOut YES asks for texts again only then; otherwise it answers some question.
 */
export function keywordOf(message: string, optedOut = false): Keyword | undefined {
  const words = bare(message);
  if (words === "yes") return optedOut ? "start" : undefined;
  return (Object.keys(keywords) as Keyword[]).find((keyword) => keywords[keyword].includes(words));
}

/** Letters, digits and single spaces only. */
function bare(message: string): string {
  return (
    message
      .normalize("NFKC")
      .toLowerCase()
      // First, because one of the invisible characters counts as a space too.
      .replace(/\p{Cf}/gu, "")
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}

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

/** A search as it is looked for: `(909) 555-01` → `90955501`, because phones are stored without their separators. */
export function searchTerm(typed: string): string {
  const term = typed.trim().replace(/\s+/g, " ");
  const isNumber = /^\+?[\d\s().-]+$/.test(term) && /\d{3}/.test(term.replace(/\D/g, ""));
  return isNumber ? term.replace(/\D/g, "") : term;
}
