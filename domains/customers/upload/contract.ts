import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Flag, Id, Instant, optionalId, optionalText } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import {
  customerField,
  customerFieldNames,
  type ImportedField,
  importedFields,
  textShape,
} from "#domains/customers/fields.ts";

/** Limits of a file, in bytes and in rows without the labels. */
export const maxBytes = 5 * 1024 * 1024;
export const maxRows = 100_000;
/** How many records a preview contains; the `records` call has all of them. */
export const previewLength = 500;
/** Days during which an import can be undone, and after which an abandoned preview is discarded. */
export const undoDays = 30;
export const previewDays = 7;

/** The checkbox label, stored verbatim with every customer it is attested for. */
export const consentWords =
  "I confirm that everyone in this file agreed to get marketing texts from this business, and that I can show when and how they did.";

/** A column that holds several fields or a part of one: `full_name` is split, the others are added to the address. */
export type CompositeField = "full_name" | "city" | "state" | "zip";
/** What a column of the file can be; "" skips it. Several may be `address`: they are joined. */
export type UploadField = "" | ImportedField | CompositeField;

const isNamePart = (name: ImportedField) => customerField(name).partOf === "name";
const otherFields = importedFields.filter((name) => !isNamePart(name) && name !== "phone");

/** In the order in which they are offered: the name, the phone that every row needs, the rest. */
export const uploadFields: readonly UploadField[] = [
  "",
  ...importedFields.filter(isNamePart),
  "full_name",
  "phone",
  ...otherFields.flatMap((name): UploadField[] => (name === "address" ? [name, "city", "state", "zip"] : [name])),
];

/** One field per column of the file. */
export const UploadMapping = z.array(z.enum(uploadFields, "Select a field"), "Select the fields");
export type UploadMapping = z.infer<typeof UploadMapping>;

export const uploadStates = ["preview", "importing", "done", "failed", "undoing", "undone", "discarded"] as const;
export type UploadState = (typeof uploadStates)[number];

const KnownHandling = z.enum(["update", "keep"], { error: "Select update or keep" });

/** A file of customers, from preview to import. */
export const Upload = z.object({
  id: Id,
  /** Empty for pasted text. */
  file_name: z.string(),
  size: z.number(),
  state: z.enum(uploadStates),
  encoding: z.enum(["UTF-8", "UTF-16", "Windows-1252"]),
  /** The cell separator: `,` `;` `|` or a tab. */
  delimiter: z.string(),
  /** One for every column; a column without one is called `Column 3`. */
  labels: z.array(z.string()),
  has_labels: z.boolean(),
  /** The cells of the first three rows. */
  samples: z.array(z.array(z.string())),
  mapping: UploadMapping,
  /** Sentences on what prevents the import, such as a missing phone column. */
  problems: z.array(z.string()),
  /** Sentences with hints about the columns. */
  notes: z.array(z.string()),
  /**
   * total = fine + known + rejected + duplicate + removed, where fine are new customers and known those whose phone a
   * customer has already. When the import is done: total = added + updated + unchanged + kept + rejected + duplicate + removed.
   */
  counts: z.object({
    total: z.number(),
    fine: z.number(),
    known: z.number(),
    rejected: z.number(),
    duplicate: z.number(),
    removed: z.number(),
    added: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    kept: z.number(),
    /** Phones that must not be texted: they are imported, and stay that way. */
    suppressed: z.number(),
    /** Phones for which consent was attested. */
    attested: z.number(),
  }),
  list_id: z.nullable(Id),
  /** The list's title; before the import starts, that of the list it will create. Empty: no list. */
  list_title: z.string(),
  /** What happens to the customers whose phone is known. */
  known: KnownHandling,
  /** The attested text; empty when nothing was attested. */
  consent_words: z.string(),
  /** Rows that the running import or undo has processed. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Why it failed, as shown to the member. */
  error: z.string(),
  created_by: z.string(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
  undone_at: z.nullable(Instant),
  /** Until when it can be undone; null: it can't be, or no longer. */
  undo_until: z.nullable(Instant),
  /** Results of the undo: customers deleted, restored to their previous values, and left unchanged. */
  undone: z.nullable(z.object({ deleted: z.number(), restored: z.number(), stayed: z.number() })),
  /** True while the rows are kept, for 30 days. */
  has_rows: z.boolean(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadMarks = ["fine", "known", "rejected", "duplicate"] as const;

/** A row of the file, read with the mapping. */
export const UploadRecord = z.object({
  id: Id,
  /** The lines of the file on which it begins and ends: not the same when a quoted cell spans lines. */
  row: z.number(),
  last_row: z.number(),
  mark: z.enum(uploadMarks),
  /** Why it is rejected, or which row has the same phone. */
  reason: z.string(),
  /** The phone is E.164, or the raw cell when it is not a phone number. */
  ...textShape(customerFieldNames),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

/** The chosen list: its id, "new" for one to be created from list_title, "none" or empty for no list. */
const ListSelection = z.optional(
  z.pipe(
    z.transform((value: string | number | null | undefined) => {
      const text = String(value ?? "").trim();
      if (["", "0", "none", "null", "undefined"].includes(text)) return "none" as const;
      if (text === "new") return "new" as const;
      const id = Number(text);
      return Number.isSafeInteger(id) && id > 0 ? id : 0;
    }),
    z.union([z.literal("none"), z.literal("new"), z.number()]),
  ),
);
export type ListSelection = z.infer<typeof ListSelection>;

const listFields = { list_id: ListSelection, list_title: z._default(optionalText(100), "") };

const UploadPreview = z.object({
  /** The first 500 records, without removed ones. */
  csvCustomers: z.array(UploadRecord),
  truncated: z.boolean(),
  /** As chosen: "new" until the import makes the list. */
  list_id: z.nullable(z.union([Id, z.literal("new")])),
  upload: Upload,
});

const uploadRate = { points: 60, seconds: 600, by: "person" } as const;

export const uploads = calls("uploads", {
  csvUpload: {
    method: "POST",
    path: "/customers/csv_upload",
    allow: managers,
    audit: "own rows",
    about:
      "Reads a CSV file of customers for the preview: at most 5 MB and 100,000 rows, under a row of column labels. Nothing is imported yet.",
    body: z.object(listFields),
    file: {
      field: "csv_file",
      maxBytes,
      missing: "Customer CSV file is required",
      tooLarge: "This file is larger than 5 MB. Please split it into smaller files.",
    },
    data: UploadPreview,
    rate: uploadRate,
    ownTransactions: true,
  },
  csvCopy: {
    method: "POST",
    path: "/customers/csv_copy",
    allow: managers,
    audit: "own rows",
    about: "Previews pasted CSV text, as csv_upload does a file.",
    // The handler checks the length in bytes; urlencoded, a text can be three times as long.
    body: z.object({ csv_file: z._default(z.string({ error: "Enter text here" }), ""), ...listFields }),
    maxBodyBytes: 3 * maxBytes + 64 * 1024,
    data: UploadPreview,
    rate: uploadRate,
    ownTransactions: true,
  },
  removeRecord: {
    method: "POST",
    path: "/customers/delete_csv_upload",
    allow: managers,
    audit: "own rows",
    about: "Removes a row from the caller's own preview. The next row with the same phone takes its place.",
    body: z.object({ record_id: Id }),
    data: UploadPreview,
  },
  copyFromTemp: {
    method: "POST",
    path: "/customers/copy_from_temp",
    allow: managers,
    audit: "trail",
    about:
      "Starts the import of one's own preview (one's newest upload without upload_id), all or nothing. Asked again it gives the same answer. known: what happens to customers whose phone is known. consent: 1 attests that everybody in the file agreed to marketing texts.",
    body: z.object({
      ...listFields,
      upload_id: optionalId,
      known: z._default(KnownHandling, "update"),
      consent: z._default(Flag, 0),
    }),
    data: z.object({ upload_id: Id, list_id: z.nullable(Id) }),
    successMessage: "The import has started",
  },
  list: {
    method: "POST",
    path: "/customers/uploads",
    allow: managers,
    supportAccess: "reads",
    about: "The location's latest 50 imports, and the caller's own previews.",
    data: z.object({ uploads: z.array(Upload) }),
  },
  one: {
    method: "GET",
    path: "/customers/uploads/{id}",
    allow: managers,
    supportAccess: "reads",
    about: "An import, or the caller's own preview.",
    params: z.object({ id: Id }),
    data: Upload,
  },
  records: {
    method: "POST",
    path: "/customers/uploads/{id}/dt",
    allow: managers,
    supportAccess: "reads",
    about: "An upload's rows in file order, page by page.",
    table: true,
    params: z.object({ id: Id }),
    body: z.object({
      filter: z._default(z.enum(["all", ...uploadMarks], { error: "Select which rows to show" }), "all"),
    }),
    data: UploadRecord,
  },
  map: {
    method: "POST",
    path: "/customers/uploads/{id}/mapping",
    allow: managers,
    audit: "own rows",
    about:
      "Says which column is what, field by field in the order of the columns, and whether the first row is labels or data. A change of the latter without a mapping recognizes the columns again. Reads all rows of the preview again.",
    params: z.object({ id: Id }),
    body: z.object({
      mapping: z.optional(UploadMapping),
      first_row: z.optional(z.enum(["labels", "data"], "Choose labels or data")),
    }),
    data: UploadPreview,
  },
  discard: {
    method: "POST",
    path: "/customers/uploads/{id}/discard",
    allow: managers,
    audit: "own rows",
    about: "Discards the caller's own preview.",
    params: z.object({ id: Id }),
    successMessage: "The upload was discarded",
  },
  undo: {
    method: "POST",
    path: "/customers/uploads/{id}/undo",
    allow: managers,
    audit: "trail",
    about:
      "Undoes an import within 30 days: deletes added customers unless they have a chat, an appointment or a change since, and restores changed ones unless they changed again.",
    params: z.object({ id: Id }),
    data: Upload,
    successMessage: "The import is being undone",
  },
  rejects: {
    method: "GET",
    path: "/customers/uploads/{id}/rejects",
    allow: managers,
    audit: "trail",
    about: "A link to a CSV of the rejected rows: row number, reason and original cells.",
    params: z.object({ id: Id }),
    data: z.object({ url: z.string() }),
  },
});

export const uploadEvents = events({
  progress: {
    event: "upload-progress",
    to: "user",
    about: "How far an import or its undoing has come; state says when it is over.",
    payload: z.object({ upload_id: Id, state: z.enum(uploadStates), done: z.number(), total: z.number() }),
  },
});
