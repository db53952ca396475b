import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant, optionalId } from "#core/fields.ts";
import { managers } from "#core/people.ts";

/** Limits of a file, in bytes and in rows without the labels. */
export const maxBytes = 5 * 1024 * 1024;
export const maxRows = 10_000;
/** Days during which an import can be undone. */
export const undoDays = 30;
/** How many rows of each kind a preview shows. */
export const previewLength = 100;

/** A file of reviews that was imported. */
export const ReviewImport = z.object({
  id: Id,
  file_name: z.string(),
  imported_by: z.string(),
  imported_at: Instant,
  rows_added: z.number(),
  rows_known: z.number(),
  rows_rejected: z.number(),
  undone_at: z.nullable(Instant),
  can_undo: Flag,
});
export type ReviewImport = z.infer<typeof ReviewImport>;

const file = {
  field: "reviews_file",
  maxBytes,
  missing: "Choose a CSV file",
  tooLarge: "This file is larger than 5 MB. Split it into smaller files.",
} as const;
/** The site of rows that name none. */
const body = z.object({ site_id: optionalId });
const rate = { points: 60, seconds: 600, by: "person" } as const;

export const reviewImports = calls("reviewImports", {
  preview: {
    method: "POST",
    path: "/reviews/import/preview",
    allow: managers,
    audit: "none: it only reads the file",
    about:
      "Reads a CSV file of reviews with a row of labels (Site, Author, Rating, Review, Date): what would be added, what is here already, and what can't be read and why. Nothing is imported.",
    body,
    file,
    data: z.object({
      rows_added: z.number(),
      rows_known: z.number(),
      rows_rejected: z.number(),
      /** The first 100 to be added. */
      added: z.array(
        z.object({
          row: z.number(),
          site: z.string(),
          author: z.string(),
          rating: z.nullable(z.number()),
          recommends: z.nullable(Flag),
          body: z.string(),
          published_on: z.string(),
        }),
      ),
      /** The first 100 that can't be read. */
      rejected: z.array(z.object({ row: z.number(), reason: z.string() })),
    }),
    rate,
  },
  start: {
    method: "POST",
    path: "/reviews/import",
    allow: managers,
    audit: "trail",
    about:
      "Imports a CSV file of reviews, as its preview said: at most 5 MB and 10,000 rows. Reviews that are here already (same site, author, day and text) and rows that can't be read are left out.",
    body,
    file,
    data: ReviewImport,
    successMessage: "Reviews imported",
    rate,
  },
  list: {
    method: "GET",
    path: "/reviews/import",
    allow: managers,
    supportAccess: "reads",
    about: "The location's latest 20 imports of reviews.",
    data: z.object({ imports: z.array(ReviewImport) }),
  },
  undo: {
    method: "POST",
    path: "/reviews/import/undo/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Undoes an import within 30 days: deletes its reviews except any that were changed, assigned or replied to since.",
    params: z.object({ id: Id }),
    data: z.object({ deleted: z.number(), kept: z.number() }),
    successMessage: "Import undone",
  },
});
