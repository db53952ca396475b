import { isEmail } from "#core/fields.ts";
import { parsePhone } from "#core/phone.ts";
import { customerField, importedFields } from "../fields.ts";
import { optOutFields } from "../labels/fields.ts";
import { labelWords, maybeOptOutOfLabel, optOutOfLabel, phoneOfLabel } from "../labels/rules.ts";
import { areAnswers, areSubscriptions } from "../optOutCells/rules.ts";
import type { CompositeField, UploadField, UploadMapping } from "../upload/fields.ts";

/** Labels of columns that hold several fields or a part of one, as `synonyms` of the fields. */
const compositeSynonyms: Record<CompositeField, string> = {
  full_name: "name fullname displayname contactname wholename firstandlastname firstlastname",
  city: "city town municipality",
  state: "state province region stateprovince st",
  zip: "zip zipcode postal postalcode postcode zippostalcode zippostal",
};

const foreignCompositeSynonyms: Record<CompositeField, string> = {
  full_name: "nombrecompleto nomcomplet",
  city: "ciudad ort stadt ville citta cidade",
  state: "estado bundesland provincia",
  zip: "plz codigopostal postleitzahl codepostal cap cep",
};

/** A prefix that says whose value it is, as in `Customer Email`. */
const owners = "customer|cust|client|contact|buyer|owner|lead|person|guest|member|primarycontact|subscriber";
const ownerPrefixes = [new RegExp(`^(?:${owners})(?=.)`), new RegExp(`^(?:${owners})s(?=.)`)];

/** `E-Mail Address` → `emailaddress`, `Phone 1` → `phone`, `Teléfono` → `telefono` */
function folded(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replace(/\([^)]*\)/g, "")
    .replace(/[^a-z]/g, "");
}

interface ColumnMeaning {
  readonly field: UploadField;
  /** Among several columns for one field, the lowest rank wins. */
  readonly rank: number;
}

/** The rank of labels in other languages, below any English one. */
const foreign = 100;

/** Every known label; a field is also known by the label that forms and exports give it. */
const meanings = new Map<string, ColumnMeaning>([
  ...importedFields.map((field) => [folded(customerField(field).label), { field, rank: 0 }] as const),
  ...importedFields.flatMap((field) => labelsOf(field, customerField(field).synonyms ?? [])),
  ...importedFields.flatMap((field) => labelsOf(field, [customerField(field).foreignSynonyms ?? ""], foreign)),
  ...Object.entries(compositeSynonyms).flatMap(([field, text]) => labelsOf(field as CompositeField, [text])),
  ...Object.entries(foreignCompositeSynonyms).flatMap(([field, text]) =>
    labelsOf(field as CompositeField, [text], foreign),
  ),
]);

function labelsOf(field: UploadField, synonyms: readonly string[], above = 0) {
  return synonyms.flatMap((text, rank) =>
    text.split(" ").map((label) => [label, { field, rank: rank + above }] as const),
  );
}

/** The field that a label names; "" when it is not a customer field. */
export function fieldOfLabel(label: string): UploadField {
  return meaningOf(label).field;
}

/** `E-mail 1 - Value` → `E-mail`, `Address 1 - City` → `City`, `Organization Name` → `Organization`: as address books export. */
function withoutCard(label: string): string {
  const [, kind = "", part = ""] = /^(.*?)\s*\d*\s+-\s+(.*)$/.exec(label.slice(0, 100)) ?? [];
  if (part === "") return label;
  if (/^(value|number)$/i.test(part)) return kind;
  if (/^address$/i.test(kind))
    return /^(formatted|country|po box|extended address|label|type)$/i.test(part) ? "" : part;
  return "";
}

/** Ranks of phones: one that gets texts first, then any, then those at home and at work. */
const phoneRanks = { mobile: 0, any: 1, other: 2 } as const;

/** `Phone 1 - Label` and `Phone Type` say what the phone beside them is. */
const phoneType = /^(?:(?:e ?mail)? ?phone|tel|telephone) (?:label|type|kind)$/;

function meaningOf(label: string): ColumnMeaning {
  const optOut = optOutOfLabel(label);
  if (optOut) return { field: optOut, rank: 0 };
  const words = labelWords(label);
  if (phoneType.test(words.join(" "))) return { field: "phone_type", rank: 0 };
  const phone = phoneOfLabel(label);
  if (phone) return { field: "phone", rank: phoneRanks[phone] };
  const whole = folded(withoutCard(label));
  // A customer's number is the file's own name for them.
  const owned = ownerPrefixes.map((prefix) => whole.replace(prefix, "")).filter((name) => name !== "number");
  for (const name of [whole, ...owned]) {
    const meaning = meanings.get(name);
    if (meaning) return meaning;
  }
  // A column named only after the person, such as `Customer`.
  return /^(customer|cust|client|contact|buyer|owner)$/.test(whole) && !label.includes("#")
    ? { field: "full_name", rank: 1 }
    : { field: "", rank: 0 };
}

/**
 * Maps columns to fields by their labels; several may be `address`. When no label names a phone, the column whose cells
 * are phone numbers is used.
 */
export function detectMapping(labels: readonly string[], rows: readonly (readonly string[])[]): UploadMapping {
  const columns = labels.map(meaningOf);
  const best = new Map<UploadField, number>();
  for (const [index, { field, rank }] of columns.entries()) {
    const column = best.get(field);
    if (column === undefined || rank < (columns[column]?.rank ?? 0)) best.set(field, index);
  }
  const isForeign = (field: UploadField) => (columns[best.get(field) ?? -1]?.rank ?? 0) >= foreign;
  const mapping = columns.map(({ field, rank }, index): UploadField => {
    if (field === "phone") return best.get(field) === index ? field : "other_phone";
    if (severalOf.has(field)) return field;
    if (field === "address") return rank < foreign || isForeign(field) ? field : "";
    if (best.get(field) !== index) return "";
    const sameName = field === "first_name" ? "full_name" : field === "full_name" ? "first_name" : undefined;
    return rank >= foreign && sameName && best.has(sameName) && !isForeign(sameName) ? "" : field;
  });
  return withEmail(withPhone(withOptOuts(withNames(mapping), labels, rows), labels, rows), rows);
}

/** `Status` and `SMS` are about contact where all their cells are. */
function withOptOuts(mapping: UploadMapping, labels: readonly string[], rows: Rows): UploadMapping {
  return mapping.map((field, index) => {
    const maybe = field === "" ? maybeOptOutOfLabel(labels[index] ?? "") : undefined;
    if (!maybe) return field;
    const cells = rows.map((row) => row[index] ?? "");
    return (maybe.kind === "status" ? areSubscriptions(cells) : areAnswers(cells)) ? maybe.field : field;
  });
}

/** Several columns may be these: each opt-out counts. */
const severalOf: ReadonlySet<UploadField> = new Set(["phone_type", ...optOutFields]);

/** `Name` next to `Last name` means the first name; next to both it is ignored. */
function withNames(mapping: UploadMapping): UploadMapping {
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")];
  if (!hasFirst && !hasLast) return mapping;
  const replacement = hasFirst ? "" : "first_name";
  return mapping.map((field) => (field === "full_name" ? replacement : field));
}

type Rows = readonly (readonly string[])[];

/** A fax machine's number is a phone number that no text reaches. */
const isFax = (label: string) => labelWords(label).some((word) => /^(?:fax|faxes|telefax|pager|beeper)$/.test(word));

function withPhone(mapping: UploadMapping, labels: readonly string[], rows: Rows): UploadMapping {
  const withoutFax = rows.map((cells) => cells.map((cell, index) => (isFax(labels[index] ?? "") ? "" : cell)));
  return withCells(mapping, withoutFax, "phone", (cell) => parsePhone(cell) !== undefined);
}
const withEmail = (mapping: UploadMapping, rows: Rows) => withCells(mapping, rows, "email", isEmail);

/** Maps a field that no label names to the column in which most cells look like it. */
function withCells(
  mapping: UploadMapping,
  rows: Rows,
  field: UploadField,
  isIt: (cell: string) => boolean,
): UploadMapping {
  if (mapping.includes(field) || rows.length === 0) return mapping;
  const counts = mapping.map((taken, index) =>
    taken === "" ? rows.filter((cells) => isIt((cells[index] ?? "").trim())).length : 0,
  );
  const most = Math.max(...counts);
  return most === 0 || most < rows.length / 2 ? mapping : mapping.with(counts.indexOf(most), field);
}

/** Where a table begins in a file's first rows. */
export interface TableStart {
  /** The row of the labels; undefined when there is none. */
  readonly labels: number | undefined;
  /** The first row of data. What is above, besides the labels, are titles. */
  readonly data: number;
}

/** Labels are searched for in this many rows. */
export const labelSearchRows = 20;

/** Finds the labels among the first rows of a file, none of them empty: they may have titles above, or be missing. */
export function findTable(rows: Rows): TableStart {
  const all = rows.slice(0, labelSearchRows);
  const width = Math.max(0, ...all.map(filledCells));
  const knownLabels = all.findIndex(
    (cells) =>
      !isData(cells) && cells.some((cell) => fieldOfLabel(cell) !== "") && filledCells(cells) >= Math.min(2, width),
  );
  const firstData = all.findIndex(isData);
  // A title may have a phone in it, but not as many cells as the labels.
  const isTitle = (cells: readonly string[]) =>
    !isData(cells) || filledCells(cells) < filledCells(all[knownLabels] ?? []);
  if (knownLabels >= 0 && all.slice(0, knownLabels).every(isTitle))
    return { labels: knownLabels, data: knownLabels + 1 };
  const first = all.findIndex((cells) => filledCells(cells) >= Math.min(2, width));
  if (firstData >= 0 && firstData <= first) return { labels: undefined, data: firstData };
  return { labels: first, data: first + 1 };
}

const filledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** True when a cell is a phone or an email address, which no label is. */
const isData = (cells: readonly string[]) =>
  cells.some((cell) => isEmail(cell.trim()) || parsePhone(cell) !== undefined);
