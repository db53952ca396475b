import { textOfHtml } from "#core/server/receivedMail.ts";
import { instantAt } from "#core/wallTime.ts";
import { type PersonName, splitName } from "#domains/customers/fullNames/rules.ts";

/** An email address within other words. Its parts have an end, so that a long word without an at sign takes no time. */
export const emailPattern = /[^\s<>"',;:()@]{1,64}@[^\s<>"',;:()@]{1,190}\.[a-z]{2,24}/i;

const longest = 10_000;

/** What a field says as plain text: markup becomes line breaks, and more than one empty line becomes one. */
export function plainWords(text: string): string {
  const short = text.slice(0, 4 * longest);
  const isMarkup = /<\/?(br|p|div|b|i|strong|em|span|table|tr|td|ul|li|a|font)\b[^>]{0,500}>/i.test(short);
  return (isMarkup ? textOfHtml(short) : short)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, longest);
}

/** The vehicle that words such as `2021 Toyota Camry SE` name; undefined for words without a year and a make. */
export function vehicleInWords(words: string): { year: string; make: string; model: string } | undefined {
  const [, year = "", make = "", model = ""] =
    /^(?:(?:new|used|pre-?owned|certified)\s+)*((?:19|20)\d\d)\s+(alfa romeo|aston martin|land rover|rolls[- ]royce|mercedes[- ]benz|[\p{L}-]+)\s+(\S.*)$/iu.exec(
      words.trim().slice(0, 200),
    ) ?? [];
  return year === "" ? undefined : { year, make, model: model.slice(0, 80) };
}

/** A name from one text; a company's, too, is all that there is. */
export function nameOf(full: string): PersonName {
  const { first_name, last_name } = splitName(full.slice(0, 200));
  return { first_name, last_name };
}

/** A name from its parts, or from the whole where a form asks for no parts. */
export const nameFrom = (first_name = "", last_name = "", whole = ""): PersonName =>
  first_name || last_name ? { first_name, last_name } : splitName(whole);

/** Words by which somebody agrees to be texted or emailed; empty without any. */
export function agreedWords(text: string): string {
  const sentences = text.slice(0, longest).split(/(?<=[.!?])\s+|\n+/);
  return sentences
    .filter(
      (sentence) =>
        /\b(agree|consent|opt(ed)?[- ]in|authoriz)/i.test(sentence) &&
        /\b(texts?|sms|messages?|calls?|emails?|marketing)\b/i.test(sentence),
    )
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .join(" ")
    .slice(0, 2_000);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * When a request was made, as vendors write it: ISO 8601 with its usual faults (`2008-06-25T8:47:50`, `-08:0`), US dates
 * (`11/24/2026 3:15 PM`), and RFC 5322's.
 *
 * @param zone of a time that names none.
 */
export function requestTime(written: string, zone: string): Date | undefined {
  const text = written.trim();
  const [date = "", rest = ""] = dateOf(text) ?? [];
  if (date === "") return undefined;
  const [, hour = "0", minute = "0", second = "0", half = "", offset = ""] =
    /^[\s,T]*(?:(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,9})?)?)?\s*([ap]\.?m\.?)?\s*(?:\(?(Z|UTC|GMT|[A-Z]{3}|[+-]\d{1,2}(?::?\d{1,2})?)\)?)?/i.exec(
      rest,
    ) ?? [];
  const hours = (Number(hour) % (half === "" ? 24 : 12)) + (/^p/i.test(half) ? 12 : 0);
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const minutes = 60 * hours + Number(minute);
  const offsetMinutes = minutesOf(offset);
  const at =
    offsetMinutes === undefined
      ? instantAt({ date, minutes }, zone, "next")
      : new Date(Date.parse(`${date}T00:00:00Z`) + 60_000 * (minutes - offsetMinutes));
  return new Date(at.getTime() + 1_000 * Math.min(59, Number(second)));
}

/** The date at the beginning of a text, as `2026-11-24`, and what follows it. */
function dateOf(text: string): [string, string] | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/s.exec(text);
  const us = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})(.*)$/s.exec(text);
  const words = /^(?:[a-z]{3,9},?\s+)?(?:(\d{1,2})\s+([a-z]{3,9})|([a-z]{3,9})\s+(\d{1,2})),?\s+(\d{4})(.*)$/is.exec(
    text,
  );
  if (iso) return dated(iso[1], iso[2], iso[3], iso[4]);
  if (us) return dated((us[3] ?? "").padStart(4, "20"), us[1], us[2], us[4]);
  if (!words) return undefined;
  const month = months.indexOf((words[2] ?? words[3] ?? "").slice(0, 3).toLowerCase()) + 1;
  return dated(words[5], String(month), words[1] ?? words[4], words[6]);
}

function dated(year = "", month = "", day = "", rest = ""): [string, string] | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? undefined : [date, rest];
}

const namedOffsets: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

/** Minutes east of Greenwich; undefined for none, and for a name that isn't known. */
function minutesOf(offset: string): number | undefined {
  const named = namedOffsets[offset.toUpperCase()];
  if (named !== undefined) return named;
  const [, sign = "", hours = "", minutes = "0"] = /^([+-])(\d{1,2}):?(\d{1,2})?$/.exec(offset) ?? [];
  if (sign === "" || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes));
}
