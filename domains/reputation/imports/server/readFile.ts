import { invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { wallTimeAt } from "#core/wallTime.ts";

import { decode, detectFormat, parseRows } from "#domains/customers/upload/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { sitesOf } from "#domains/reputation/sites/server/store.ts";
import { siteTitle } from "../../sites/rules.ts";
import { maxRows } from "../contract.ts";
import { columnsOf, columnsProblem, type FileReview, identityOf, readReviewRow } from "../rules.ts";
import { knownReviews } from "./store.ts";

const field = "reviews_file";

export interface ReadFile {
  readonly added: readonly (FileReview & { readonly row: number })[];
  readonly rejected: readonly { readonly row: number; readonly reason: string }[];
  /** How many are here already, or twice in the file. */
  readonly known: number;
  readonly time_zone: string;
  readonly siteNames: ReadonlyMap<number, string>;
}

/**
 * Reads a file of reviews: what is new to the location, and what can't be read.
 *
 * @throws Failure at the file when nothing of it can be read, and for a site of elsewhere.
 */
export async function readFile(
  { db, scope, now }: StaffContext,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  site_id: number | undefined,
): Promise<ReadFile> {
  const sites = (await sitesOf(db, scope)).map((site) => ({ ...site, name: siteTitle(site) }));
  if (site_id !== undefined) orNotFound(sites.find(({ id }) => id === site_id));
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const decoded = decode(bytes, { field });
  if (!/\.csv$/i.test(name)) throw invalidField(field, "Choose a file whose name ends in .csv");
  const rows = parseRows(decoded.pieces(), detectFormat(decoded.head), field);
  const first = await rows.next();
  if (first.done) throw invalidField(field, "This file is empty");
  const columns = columnsOf(first.value.cells);
  const problem = columnsProblem(columns);
  if (problem) throw invalidField(field, problem);
  const context = { columns, sites, site_id, today: wallTimeAt(now(), time_zone).date };
  const read: (FileReview & { row: number })[] = [];
  const rejected: { row: number; reason: string }[] = [];
  for await (const { row, cells, problem } of rows) {
    if (read.length + rejected.length >= maxRows)
      throw invalidField(field, "This file has more than 10,000 reviews. Split it into smaller files.");
    const review = problem ? { reason: problem } : readReviewRow(cells, context);
    if ("reason" in review) rejected.push({ row, reason: review.reason });
    else read.push({ row, ...review });
  }
  if (read.length + rejected.length === 0) throw invalidField(field, "This file has no reviews below its labels");
  const seen = await knownReviews(db, scope, time_zone, read);
  const added = read.filter((review) => {
    const identity = identityOf(review);
    const isNew = !seen.has(identity);
    seen.add(identity);
    return isNew;
  });
  const siteNames = new Map(sites.map((site) => [site.id, site.name]));
  return { added, rejected, known: read.length - added.length, time_zone, siteNames };
}
