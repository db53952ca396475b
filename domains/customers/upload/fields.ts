import * as z from "zod/mini";
import { Id, Instant } from "#core/fields.ts";
import { consentStates } from "#domains/customers/consent/fields.ts";
import { CustomValues } from "#domains/customers/custom/fields.ts";
import {
  customerField,
  customerFieldNames,
  type ImportedField,
  importedFields,
  textShape,
  valuesOf,
} from "#domains/customers/fields.ts";
import {
  isLeadColumn,
  type LeadColumnName,
  leadColumn,
  leadColumnNames,
} from "#domains/customers/leadFields/fields.ts";

/** What a column says about contact: by its name, and whether a yes in it allows or forbids. */
export const optOutFields = ["no_text", "may_text", "no_email", "may_email", "no_contact", "may_contact"] as const;
export type OptOutField = (typeof optOutFields)[number];

/** A column that holds several fields or a part of one: `full_name` is split, the others are added to the address. */
export type CompositeField = "full_name" | "city" | "state" | "zip";
/**
 * A further phone, for rows whose first one can't be used, and what the phone in the next column is: `Mobile`, `Home`.
 * Which of them a row's phone is, `readRow` decides.
 */
export type PhoneField = "other_phone" | "phone_type";
/** A field that the business declared itself, by its key. */
export type OwnField = `custom:${string}`;
export const ownField = (key: string): OwnField => `custom:${key}`;
export const isOwnField = (field: string): field is OwnField => field.startsWith("custom:");
/** The key of such a field. */
export const keyOfOwn = (field: OwnField): string => field.slice("custom:".length);

/** What every business has; "" skips a column. Several may be `address`: they are joined. */
export type GivenField = "" | ImportedField | CompositeField | PhoneField | OptOutField | LeadColumnName;
/** What a column of the file can be. */
export type UploadField = GivenField | OwnField;

const isNamePart = (name: ImportedField) => customerField(name).partOf === "name";
const otherFields = importedFields.filter((name) => !isNamePart(name) && name !== "phone");

/** In the order in which they are offered: the name, the phone that every row needs, the rest. */
export const uploadFields: readonly GivenField[] = [
  "",
  ...importedFields.filter(isNamePart),
  "full_name",
  "phone",
  ...otherFields.flatMap((name): GivenField[] => (name === "address" ? [name, "city", "state", "zip"] : [name])),
  "other_phone",
  "phone_type",
  ...optOutFields,
  ...leadColumnNames,
];

/** What people read for a column's field. */
const compositeNames: Record<CompositeField | PhoneField | OptOutField, string> = {
  full_name: "Full name",
  city: "City",
  state: "State",
  zip: "Zip code",
  other_phone: "Other phone, if the first can't be used",
  phone_type: "Type of the next phone",
  no_text: "Do not text: yes opts out",
  may_text: "OK to text: no opts out",
  no_email: "Do not email: yes opts out",
  may_email: "OK to email: no opts out",
  no_contact: "Do not contact: yes opts out",
  may_contact: "OK to contact: no opts out",
};

export const fieldNames: Record<Exclude<GivenField, "">, string> = {
  ...valuesOf((name) => customerField(name).importLabel ?? customerField(name).label),
  ...compositeNames,
  ...(Object.fromEntries(leadColumnNames.map((name) => [name, leadColumn(name).label])) as Record<
    LeadColumnName,
    string
  >),
};

/** Whether a file's columns say anything about leads. */
export const hasLeadColumns = (mapping: readonly string[]): boolean => mapping.some(isLeadColumn);

/** One field per column of the file. */
const ColumnField: z.ZodMiniType<UploadField, UploadField> = z.union(
  [
    z.enum(uploadFields, "Select a field"),
    z.string("Select a field").check(z.regex(/^custom:[\p{L}\p{M}\p{N}_]{1,50}$/u, "Select a field")),
  ],
  "Select a field",
) as never;
export const UploadMapping = z.array(ColumnField, "Select the fields");
export type UploadMapping = UploadField[];

export const uploadStates = ["preview", "importing", "done", "failed", "undoing", "undone", "discarded"] as const;
export type UploadState = (typeof uploadStates)[number];

/** What happens to the customers whose phone is known. */
export const KnownHandling = z.enum(["update", "keep"], { error: "Select update or keep" });

/** The encodings of files: first those that are recognized, then others with letters of one byte or two. */
export const encodings = [
  "UTF-8",
  "UTF-16",
  "Windows-1252",
  "Mac Roman",
  "DOS",
  "Windows-1250",
  "ISO-8859-2",
  "CP852",
  "ISO-8859-15",
  "Windows-1251",
  "KOI8-R",
  "CP866",
  "Mac Cyrillic",
  "Windows-1253",
  "Windows-1254",
  "Windows-1255",
  "Windows-1256",
  "Windows-1258",
  "GB18030",
  "Big5",
  "Shift_JIS",
  "EUC-JP",
  "EUC-KR",
] as const;
export type FileEncoding = (typeof encodings)[number];

/** A file of customers, from preview to import. */
export const Upload = z.object({
  id: Id,
  /** Empty for pasted text. */
  file_name: z.string(),
  size: z.number(),
  state: z.enum(uploadStates),
  encoding: z.enum(encodings),
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
    /** Rows that come in without one of their values. */
    warned: z.number(),
    /** Rows that say that their person opted out of texts or emails. */
    opted_out: z.number(),
    /** Rows that name a lead; when the import is done, leads that it added, and rows whose lead was there. */
    leads: z.number(),
    leads_added: z.number(),
    leads_joined: z.number(),
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
  undone: z.nullable(
    z.object({
      deleted: z.number(),
      restored: z.number(),
      stayed: z.number(),
      /** Leads that were taken away, and those that somebody has worked on since. */
      leads: z.number(),
      leads_stayed: z.number(),
    }),
  ),
  /** True while the rows are kept, for 30 days. */
  has_rows: z.boolean(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadMarks = ["fine", "known", "rejected", "duplicate"] as const;

/** What a row says its person opted out of; empty: nothing. */
export const optOutKinds = ["", "texts", "emails", "both"] as const;
export type OptOutKind = (typeof optOutKinds)[number];

/** A row of the file, read with the mapping. */
export const UploadRecord = z.object({
  id: Id,
  /** The lines of the file on which it begins and ends: not the same when a quoted cell spans lines. */
  row: z.number(),
  last_row: z.number(),
  mark: z.enum(uploadMarks),
  /** Why it is rejected, or which row has the same phone. */
  reason: z.string(),
  /** What is omitted of a row that comes in, and why; empty for most. */
  warning: z.string(),
  opt_out: z.enum(optOutKinds),
  /** Of the phone as it is now; revoked where the row itself opts out of texts. */
  consent_state: z.enum(consentStates),
  /** The phone is E.164, or the raw cell when it is not a phone number. */
  ...textShape(customerFieldNames),
  /** What the business's own fields hold, by key. */
  custom: CustomValues,
  /** The lead that it names, in one line; empty for none. */
  lead: z.string(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;
