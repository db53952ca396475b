import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Flag, Id, optionalId, optionalText } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { encodings, KnownHandling, Upload, UploadMapping, UploadRecord, uploadMarks, uploadStates } from "./fields.ts";

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
      tooLarge: "This file is larger than 5 MB. Split it into smaller files.",
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
      "Starts the import of one's own preview (one's newest upload without upload_id), all or nothing. Repeating it gives the same answer. known: what happens to existing customers. consent: 1 attests that everyone in the file agreed to marketing texts.",
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
      filter: z._default(z.enum(["all", "warned", ...uploadMarks], { error: "Select which rows to show" }), "all"),
    }),
    data: UploadRecord,
  },
  map: {
    method: "POST",
    path: "/customers/uploads/{id}/mapping",
    allow: managers,
    audit: "own rows",
    about:
      "Maps each column to a field, in column order, and sets whether the first row is labels or data and which encoding the file uses. Changing only the latter two detects the columns again. Rereads all rows of the preview.",
    params: z.object({ id: Id }),
    body: z.object({
      mapping: z.optional(UploadMapping),
      first_row: z.optional(z.enum(["labels", "data"], "Choose labels or data")),
      encoding: z.optional(z.enum(encodings, "Choose an encoding from the list")),
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
  warnings: {
    method: "GET",
    path: "/customers/uploads/{id}/warnings",
    allow: managers,
    audit: "trail",
    about: "A link to a CSV of the rows imported without one of their values: row number, warning and original cells.",
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
