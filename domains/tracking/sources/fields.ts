import { inOrder, optionalText } from "#core/fields.ts";

/** `2026-11`, from 2020 on: what a report is of. */
export const isMonth = (text: string) => /^20[2-9]\d-(?:0[1-9]|1[0-2])$/.test(text);

const maxCents = 1_000_000_000;

/** Dollars as people type them, in cents: `1,234.5` and `$1234.50` are 123450. Undefined for anything else. */
export function readDollars(typed: string): number | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return undefined;
  const [, dollars = "", part = ""] = match;
  const cents = Number(dollars.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
  return cents <= maxCents ? cents : undefined;
}

/** An amount of dollars; empty for none. */
export const dollars = optionalText(20).check(
  inOrder([
    (typed) => typed === "" || readDollars(typed) !== undefined,
    "Enter an amount such as 1,250.00, up to 10 million",
  ]),
);
