import { foldForSearch } from "#core/foldForSearch.ts";
import type { SiteKind } from "../sites/fields.ts";
import type { ReviewMatch, ReviewState } from "./fields.ts";

/** Reviews of this many stars or fewer need somebody's attention, unless the owner decides otherwise. */
export const defaultLowRating = 2;

interface Opinion {
  readonly rating: number | null;
  readonly recommends: 0 | 1 | null;
}

/** Stars, or what a recommendation without stars counts as in a filter; null when nothing is known. */
export function comparableRating({ rating, recommends }: Opinion): number | null {
  if (rating !== null) return rating;
  return recommends === null ? null : recommends === 1 ? 5 : 1;
}

/** Whether somebody should look at it soon. @param low_rating the most stars of such a review. */
export function isLow(review: Opinion, low_rating: number = defaultLowRating): boolean {
  const rating = comparableRating(review);
  return rating !== null && rating <= low_rating;
}

/** How long ago a low review may have been written or changed to be news: older ones come with a site's whole history. */
export const newsDays = 30;

/** A low review in a sentence: `2-star review on Google`. */
export function lowReviewText({ rating, site }: { readonly rating: number | null; readonly site: string }): string {
  return rating === null ? `review on ${site} that doesn't recommend you` : `${rating}-star review on ${site}`;
}

/** Sites where people recommend a business, or don't. */
export const hasNoStars = (kind: SiteKind) => kind === "facebook";

/** The average of the reviews that have stars; null without any, which is not 0. */
export function averageOf(ratings: readonly (number | null)[]): number | null {
  const known = ratings.filter((rating) => rating !== null);
  return known.length === 0 ? null : known.reduce((sum, rating) => sum + rating, 0) / known.length;
}

/** What is wrong with a range of stars or days; undefined for a good one. Zero and empty stand for no limit. */
export function rangeProblem(range: {
  readonly rating_min: number;
  readonly rating_max: number;
  readonly from: string;
  readonly to: string;
}): { readonly field: "rating_max" | "to"; readonly message: string } | undefined {
  const { rating_min, rating_max, from, to } = range;
  if (rating_max > 0 && rating_max < rating_min)
    return { field: "rating_max", message: "The highest rating is below the lowest" };
  if (from !== "" && to !== "" && to < from) return { field: "to", message: "The end is before the start" };
  return undefined;
}

/** What an author's edit makes of a review's state: one that was dealt with needs another look when its stars changed. */
export function stateAfterEdit(state: ReviewState, before: Opinion, after: Opinion): ReviewState {
  return comparableRating(before) === comparableRating(after) ? state : "open";
}

/** What of a customer a public reply must not give away. */
export interface ReviewerContacts {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

const phoneLike = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b/g;
const emailLike = /[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/gi;
/** A vehicle identification number: 17 characters without I, O and Q, at least one of them a digit. */
const vin = /\b(?=[A-Z0-9]*\d)[A-HJ-NPR-Z0-9]{17}\b/i;
const plate = /\b(?:license plate|plate number|placa)\b/i;
const discussed = /\bas (?:we )?discussed\b|\bas you (?:told|mentioned to) us\b|\bcomo (?:hablamos|comentamos)\b/i;
const digitsOf = (text: string) => text.replace(/\D/g, "").slice(-10);

/**
 * Why a reply may give away something about the customer, in words for whoever sends it. Everybody can read it, so
 * nothing that only the business knows may stand in it. The business's own contacts are fine.
 */
export function privacyWarnings(reply: string, { phones, emails }: ReviewerContacts): string[] {
  const theirPhones = new Set(phones.map(digitsOf));
  const theirEmails = new Set(emails.map((email) => email.toLowerCase()));
  const hasPhone = (reply.match(phoneLike) ?? []).some((phone) => theirPhones.has(digitsOf(phone)));
  const hasEmail = (reply.match(emailLike) ?? []).some((email) => theirEmails.has(email.toLowerCase()));
  return [
    hasPhone && "This has the customer's phone number. Everyone can read replies.",
    hasEmail && "This has the customer's email address. Everyone can read replies.",
    vin.test(reply) && "This looks like a vehicle identification number.",
    plate.test(reply) && "This mentions a license plate.",
    discussed.test(reply) && "This refers to a private conversation.",
  ].filter((warning) => warning !== false);
}

/** Somebody who followed an invite to the site before the review appeared there. */
export interface Follower {
  readonly invite_id: number;
  readonly customer_name: string;
  readonly followed_at: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The site's clock and ours differ by this much at most. */
const clockSkewMs = 5 * 60_000;
/** A name counts for this long after somebody chose the site … */
export const matchDays = 14;
/** … and without a name only the one person who chose it shortly before. */
export const probableHours = 72;

const namePartsOf = (name: string) =>
  foldForSearch(name)
    .replace(/[^\p{L}\p{N}\s'-]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);

/**
 * Whether an author's name can be the customer's: the same first name, and where both have another, the same initial of
 * the last one. "Ana R." is Ana Ruiz; "Ana" is, too, and "Bo Ruiz" isn't.
 */
export function isSameName(author: string, customer: string): boolean {
  const [written, known] = [namePartsOf(author), namePartsOf(customer)];
  const [first, given] = [written[0], known[0]];
  if (first === undefined || given === undefined || first !== given) return false;
  const [last, family] = [written.slice(1).at(-1), known.slice(1).at(-1)];
  return last === undefined || family === undefined || last[0] === family[0];
}

/**
 * The invite that led to a review: of somebody who chose the site within the days before and is called so, else of the
 * only one who chose it shortly before, whatever they call themselves there. Undefined when nobody fits, or several do.
 */
export function matchReview(
  review: { readonly author: string; readonly published_at: Date },
  followers: readonly Follower[],
): { readonly invite_id: number; readonly matched: Exclude<ReviewMatch, "" | "hand"> } | undefined {
  const chosenWithin = (ms: number) =>
    followers.filter(({ followed_at }) => {
      const age = review.published_at.getTime() - followed_at.getTime();
      return age >= -clockSkewMs && age <= ms;
    });
  const named = chosenWithin(matchDays * dayMs).filter(({ customer_name }) => isSameName(review.author, customer_name));
  if (named.length > 1) return undefined;
  const recent = chosenWithin(probableHours * hourMs);
  const [match, matched] = named[0] ? ([named[0], "name"] as const) : ([recent[0], "probably"] as const);
  return match && (matched === "name" || recent.length === 1) ? { invite_id: match.invite_id, matched } : undefined;
}

/** How often a reply is handed over while its site is away, and while it says that it doesn't know the review. */
const most = { busy: 10, missing: 3 };

/** Seconds until a reply that its site didn't take is handed over again; undefined when that is of no use. */
export function secondsUntilRetry(
  kind: "busy" | "missing" | "needs_access" | "refused",
  attempts: number,
  retryAfter = 0,
): number | undefined {
  if (kind !== "busy" && kind !== "missing") return undefined;
  return attempts < most[kind] ? Math.max(retryAfter, 15 * 2 ** attempts) : undefined;
}
