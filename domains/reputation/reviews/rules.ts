import { foldForSearch } from "#core/foldForSearch.ts";
import { fillVariables, type VariableValues } from "#core/variables.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { type Language, languages } from "#domains/reputation/settings/fields.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import type { ReviewMatch, ReviewReplyState, ReviewState } from "./fields.ts";

/** Reviews of this many stars or fewer need someone's attention, unless the owner decides otherwise. */
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

/** Whether someone should look at it soon. @param low_rating the most stars of such a review. */
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
 * Why a public reply may reveal something about the customer, as shown to its author. Only the business's own contacts
 * may appear.
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

/** Someone who followed an invite to the site before the review appeared there. */
export interface Follower {
  readonly invite_id: number;
  readonly customer_name: string;
  readonly followed_at: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The site's clock and ours differ by this much at most. */
const clockSkewMs = 5 * 60_000;
/** A name counts for this long after the person chose the site … */
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
 * The invite that led to a review: of a person with that name who chose the site in the days before, else of the only
 * one who chose it shortly before. Undefined for none or several.
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

/** A template as stored. */
export interface StoredReplyText {
  readonly stars: number;
  readonly language: Language;
  readonly words: string;
}

const happy = {
  en: "%first_name|Hello%, thank you! It was a pleasure to help you, and we look forward to seeing you again at %company_name%.",
  es: "%first_name|Hola%, ¡muchas gracias! Fue un placer atenderle. Le esperamos de nuevo en %company_name%.",
};
const unhappy = {
  en: "%first_name|Hello%, we're sorry we let you down. Please call us at %company_phone|the dealership% and ask for a manager so we can make it right.",
  es: "%first_name|Hola%, lamentamos no haber cumplido sus expectativas. Llámenos o escríbanos al %company_phone|concesionario% y pregunte por un gerente para resolverlo.",
};

/** Default replies. None mentions a visit or a car. */
const defaults: Record<number, Record<Language, string>> = {
  5: happy,
  4: {
    en: "%first_name|Hello%, thank you for taking the time. If there's something we could do better next time, please let us know.",
    es: "%first_name|Hola%, gracias por tomarse el tiempo. Si hay algo que podamos mejorar, por favor avísenos.",
  },
  3: {
    en: "%first_name|Hello%, thank you for your honest feedback. We'd like to know how we can do better. Please reach us at %company_phone|the dealership%.",
    es: "%first_name|Hola%, gracias por su sinceridad. Nos gustaría saber qué podemos mejorar: escríbanos o llámenos al %company_phone|concesionario%.",
  },
  2: unhappy,
  1: unhappy,
};

export const starCounts = [5, 4, 3, 2, 1] as const;

/** All templates of a location: what it stored, else the defaults. */
export function allReplyTexts(stored: readonly StoredReplyText[]) {
  return starCounts.flatMap((stars) =>
    languages.map((language) => {
      const own = stored.find((text) => text.stars === stars && text.language === language);
      return { stars, language, words: own?.words ?? defaultWords(stars, language), is_default: own ? 0 : 1 } as const;
    }),
  );
}

const defaultWords = (stars: number, language: Language) => defaults[stars]?.[language] ?? happy[language];

/** A capital and small letters, as given names are written; "A" and "JOHN88" are none. */
const givenName = /^\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{L}+)*$/u;
/** How sites call those who hide their name. */
const nameless = /^(?:a |an )?(?:google|facebook|anonymous|yelp)\b/i;

/** How to address a review's author; empty for one who goes by something else than a name. */
export function givenNameOf(author: string): string {
  const [first = ""] = splitName(author).first_name.split(" ");
  return givenName.test(first) && !nameless.test(author.trim()) ? first : "";
}

/** A template with its variables filled in. */
export function replyTextFor(
  words: string,
  author: string,
  company: Omit<VariableValues, "customer_name" | "first_name" | "last_name">,
) {
  const first_name = givenNameOf(author);
  return fillVariables(words, { ...company, first_name, last_name: "", customer_name: author });
}

const day = 24 * 3600 * 1000;
/** How long a reply may be missing before it counts as removed: sites leave some out at times. */
const replyProofMs = 20 * 3600 * 1000;

interface DatedOpinion {
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
  readonly published_at: Date;
}

/**
 * Whether a review that someone copied by hand is the one that the site lists: the same author and stars, and the same
 * words or day. Of its time only the day was known.
 */
export function isSameReview(copied: DatedOpinion, listed: DatedOpinion): boolean {
  if (copied.author === "" || foldForSearch(copied.author) !== foldForSearch(listed.author)) return false;
  if (copied.rating !== listed.rating) return false;
  const isSameText = plain(copied.body) !== "" && plain(copied.body) === plain(listed.body);
  return isSameText || Math.abs(copied.published_at.getTime() - listed.published_at.getTime()) <= 2 * day;
}

/** Sites trim what is written and mend its spaces. */
const plain = (text: string) => text.trim().replace(/\s+/g, " ");

interface OurReply {
  readonly body: string;
  readonly state: ReviewReplyState;
  readonly changed_at: Date;
  readonly missing_since: Date | null;
}

interface ListedReply {
  readonly body: string;
  readonly changed_at: Date;
}

/**
 * How a site's answer changes our reply. `keep`: nothing; `follow`: take the site's state; `elsewhere`: another reply
 * is there; `miss`: missing, perhaps briefly; `gone`: removed.
 */
export function replyFate(ours: OurReply | undefined, listed: ListedReply | undefined, now: Date) {
  // The sender settles what is still being sent.
  if (ours && ["sending", "withdrawing", "failed"].includes(ours.state)) return "keep";
  if (listed === undefined) {
    if (!ours || ours.state === "rejected") return "keep";
    if (ours.missing_since === null) return "miss";
    return now.getTime() - ours.missing_since.getTime() >= replyProofMs ? "gone" : "keep";
  }
  if (!ours) return "elsewhere";
  if (plain(ours.body) === plain(listed.body)) return "follow";
  // The site may still list what ours replaced.
  return listed.changed_at > ours.changed_at ? "elsewhere" : "keep";
}
