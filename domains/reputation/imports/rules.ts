import { restoreFormulas } from "#core/csv.ts";
import { foldForSearch } from "#core/foldForSearch.ts";
import { isDay } from "../reviews/fields.ts";
import { hasNoStars } from "../reviews/rules.ts";
import type { SiteKind } from "../sites/fields.ts";

/** What a file says about a review, by the column's label. Our own export has the first of each. */
const labels = {
  published_on: ["published", "date", "published on", "review date", "date published", "posted", "created"],
  site: ["site", "source", "platform", "review site", "website"],
  author: ["author", "reviewer", "name", "author name", "reviewer name", "customer", "customer name"],
  rating: ["rating", "stars", "star rating", "score"],
  body: ["review", "text", "comment", "comments", "content", "body", "review text"],
} as const;
type Column = keyof typeof labels;
const columns = Object.keys(labels) as Column[];

/** Where a file has which column; omitted where it hasn't. */
export type ReviewColumns = Partial<Record<Column, number>>;

/** The columns by their labels. */
export function columnsOf(cells: readonly string[]): ReviewColumns {
  const found: ReviewColumns = {};
  const named = cells.map((cell) => foldForSearch(cell.trim()).replace(/[_\s]+/g, " "));
  for (const column of columns) {
    const at = named.findIndex((label) => (labels[column] as readonly string[]).includes(label));
    if (at >= 0) found[column] = at;
  }
  return found;
}

/** What is missing for a file to be read; undefined for a good one. */
export function columnsProblem({ published_on, rating }: ReviewColumns): string | undefined {
  if (published_on !== undefined && rating !== undefined) return undefined;
  const missing = [published_on === undefined && "Date", rating === undefined && "Rating"].filter(Boolean);
  return `The first row needs a column called ${missing.join(" and one called ")}. Site, Author and Review are read, too.`;
}

/** A site that a row can name. */
interface NamedSite {
  readonly id: number;
  readonly kind: SiteKind;
  /** What people call it. */
  readonly name: string;
}

/** A review of a file. */
export interface FileReview {
  readonly site_id: number;
  readonly author: string;
  readonly rating: number | null;
  readonly recommends: 0 | 1 | null;
  readonly body: string;
  readonly published_on: string;
}

interface RowReading {
  readonly columns: ReviewColumns;
  readonly sites: readonly NamedSite[];
  /** The site of rows that name none. */
  readonly site_id: number | undefined;
  /** The day it is at the location. */
  readonly today: string;
}

/** A row as a review, or why it can't be one. */
export function readReviewRow(
  cells: readonly string[],
  { columns, sites, site_id, today }: RowReading,
): FileReview | { readonly reason: string } {
  const cell = (column: Column) => restoreFormulas((cells[columns[column] ?? -1] ?? "").trim()).trim();
  const named = cell("site");
  const site = sites.find(({ id, name }) =>
    named === "" ? id === site_id : foldForSearch(name) === foldForSearch(named.replace(/^(https?:\/\/)?www\./i, "")),
  );
  if (!site)
    return { reason: named === "" ? "It doesn't name a site" : `${short(named)} isn't one of your review sites` };
  const opinion = opinionIn(cell("rating"));
  if (!opinion) return { reason: `The rating ${short(cell("rating"))} isn't 1 to 5 stars` };
  if (opinion.rating === null && !hasNoStars(site.kind)) return { reason: `${site.name} needs 1 to 5 stars` };
  const published_on = dayIn(cell("published_on"));
  if (published_on === undefined) return { reason: `${short(cell("published_on"))} isn't a date` };
  if (published_on > today) return { reason: `${short(cell("published_on"))} is in the future` };
  if (published_on < "2000-01-01") return { reason: `${short(cell("published_on"))} is before 2000` };
  const [author, body] = [cell("author"), cell("body")];
  if (author.length > 200) return { reason: "The author is longer than 200 characters" };
  if (body.length > 10_000) return { reason: "The review is longer than 10,000 characters" };
  if (`${author}${body}`.includes("\u0000")) return { reason: "It has a character that can't be stored" };
  return { site_id: site.id, author, body, published_on, ...opinion };
}

const short = (text: string) => (text === "" ? "(empty)" : `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`);

const spelled = ["one", "two", "three", "four", "five"];

/** `5`, `4.0`, `4/5`, `4 of 5`, `4 stars`, `★★★★`, `FIVE`, `Recommends`; undefined for anything else. */
export function opinionIn(text: string): Pick<FileReview, "rating" | "recommends"> | undefined {
  const said = text.toLowerCase().replaceAll("’", "'");
  if (/^(?:doesn't recommend|does not recommend|not recommended)( you)?$/.test(said))
    return { rating: null, recommends: 0 };
  if (/^recommend(?:s|ed)?( you)?$/.test(said)) return { rating: null, recommends: 1 };
  const stars = /^([★⭐]️?){1,5}☆*$/u.test(said) ? [...said].filter((sign) => sign === "★" || sign === "⭐").length : 0;
  const digit = /^([1-5])(?:[.,]0+)?(?:\s*(?:\/|of|out of)\s*5)?(?:\s*stars?)?$/.exec(said)?.[1];
  const rating = stars || Number(digit ?? spelled.indexOf(said) + 1);
  return rating >= 1 && rating <= 5 ? { rating, recommends: null } : undefined;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `2026-01-15`, `1/15/2026`, `Jan 15, 2026`, each with or without a time; undefined for anything else. */
export function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ].*)?$/.exec(text);
  const american = /^(\d\d?)[/.](\d\d?)[/.](\d{4}|\d\d)(?:,? .*)?$/.exec(text);
  const worded = /^([a-z]{3})[a-z]*\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})(?:,? .*)?$/i.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3]?.length === 2 ? `20${american[3]}` : american[3], american[1], american[2]]
      : [worded?.[3], String(months.indexOf(worded?.[1]?.toLowerCase() ?? "") + 1), worded?.[2]];
  const found = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  return isDay(found) ? found : undefined;
}

/** What makes two reviews the same one: site, author, day and text, however they are spaced and capitalized. */
export const identityOf = ({ site_id, author, published_on, body }: Omit<FileReview, "rating" | "recommends">) =>
  JSON.stringify([site_id, tidy(author), published_on, tidy(body)]);

const tidy = (text: string) => foldForSearch(text).replace(/\s+/g, " ").trim();
