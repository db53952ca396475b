import * as z from "zod/mini";
import { inOrder, optionalText, wholeNumber } from "#core/fields.ts";
import { unknownVariables } from "#core/variables.ts";
import { siteKinds } from "#domains/reputation/sites/fields.ts";

/** A review's state. `settled`: it needs no reply. */
export const reviewStates = ["open", "answered", "settled"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** How the review's invite is known; empty while it isn't. */
export const reviewMatches = ["", "name", "probably", "hand"] as const;
export type ReviewMatch = (typeof reviewMatches)[number];

/**
 * The current reply's state. By hand only `live`. `sending` and `withdrawing`: not yet at the site; `pending`: the
 * site moderates it; `failed`: the site never accepted it.
 */
export const replyStates = ["sending", "pending", "live", "rejected", "failed", "withdrawing"] as const;
export type ReviewReplyState = (typeof replyStates)[number];

/** `mine`: assigned to the caller. */
export const shownReviews = ["all", "open", "mine"] as const;
export type ShownReviews = (typeof shownReviews)[number];

/** What Google takes, in bytes of UTF-8. */
export const maxReplyBytes = 4096;

/** As sites count: bytes of UTF-8. */
export const replyBytes = (text: string) =>
  [...text].reduce((bytes, sign) => bytes + utf8Length(sign.codePointAt(0) ?? 0), 0);

const utf8Length = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** True for a day of the calendar: `2026-11-22`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const day = (message: string) => optionalText(10).check(inOrder([(text) => text === "" || isDay(text), message]));
const stars = z._default(wholeNumber(0, 5, "Select 1 to 5 stars"), 0);
const regionCode = /^(?:|all|[A-Z]{2})$/;
const assigned = /^(?:|none|\d{1,12})$/;

/** What reviews are filtered by. */
export const filterFields = {
  /** Empty: the acting location. `all`: all of the caller's. Otherwise those in a state or province, by its code. */
  region: z._default(
    optionalText(3).check(inOrder([(text) => regionCode.test(text), "Select a state or province from the list"])),
    "",
  ),
  site: z._default(z.enum(["", ...siteKinds], { error: "Select a site from the list" }), ""),
  rating_min: stars,
  rating_max: stars,
  from: z._default(day("Enter the first day"), ""),
  to: z._default(day("Enter the last day"), ""),
  /** Only of sites at which the location has at least this many reviews. */
  review_count: z._default(wholeNumber(0, 1_000_000, "Enter a whole number"), 0),
  /** `none`, or a person's id. */
  assigned: z._default(
    optionalText(12).check(inOrder([(text) => assigned.test(text), "Select a person from the list"])),
    "",
  ),
  show: z._default(z.enum(shownReviews, { error: "Select which reviews to show" }), "all"),
};

/** What is wrong with a template; undefined for a good one. */
export function replyWordsProblem(words: string): string | undefined {
  const [unknown] = unknownVariables(words);
  return unknown && `Unknown variable: ${unknown}. Use %first_name%, %company_name% or %company_phone%.`;
}
