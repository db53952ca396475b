import { parsePhone } from "#core/phone.ts";
import { customerField, importedFields } from "../fields.ts";
import type { CompositeField, UploadField, UploadMapping } from "../upload/contract.ts";

/** Labels of columns that hold several fields or a part of one, as `synonyms` of the fields. */
const compositeSynonyms: Record<CompositeField, string> = {
  full_name: "name fullname displayname contactname nombrecompleto wholename firstandlastname firstlastname",
  city: "city town ciudad ort stadt municipality",
  state: "state province region estado stateprovince st bundesland",
  zip: "zip zipcode postal postalcode postcode plz codigopostal zippostalcode zippostal",
};

/** A prefix that says whose value it is, as in `Customer Email`. */
const ownerPrefix = /^(customer|client|contact|buyer|owner|lead|person|guest|member|primarycontact|subscriber)s?(?=.)/;

/** `E-Mail Address` → `emailaddress`, `Phone 1` → `phone`, `Teléfono` → `telefono` */
function folded(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\([^)]*\)/g, "")
    .replace(/[^a-z]/g, "");
}

interface ColumnMeaning {
  readonly field: UploadField;
  /** Among several columns for one field, the lowest rank wins. */
  readonly rank: number;
}

/** Every known label; a field is also known by the label that forms and exports give it. */
const meanings = new Map<string, ColumnMeaning>([
  ...importedFields.map((field) => [folded(customerField(field).label), { field, rank: 0 }] as const),
  ...importedFields.flatMap((field) => labelsOf(field, customerField(field).synonyms ?? [])),
  ...Object.entries(compositeSynonyms).flatMap(([field, text]) => labelsOf(field as CompositeField, [text])),
]);

function labelsOf(field: UploadField, synonyms: readonly string[]) {
  return synonyms.flatMap((text, rank) => text.split(" ").map((label) => [label, { field, rank }] as const));
}

/** The field that a label names; "" when it is not a customer field. */
export function fieldOfLabel(label: string): UploadField {
  return meaningOf(label).field;
}

function meaningOf(label: string): ColumnMeaning {
  const whole = folded(label);
  for (const name of [whole, whole.replace(ownerPrefix, "")]) {
    const meaning = meanings.get(name);
    if (meaning) return meaning;
  }
  // A column named only after the person, such as `Customer`.
  return /^(customer|client|contact|buyer|owner)$/.test(whole)
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
  const mapping = columns.map(({ field }, index) => (field === "address" || best.get(field) === index ? field : ""));
  return withPhone(withNames(mapping), rows);
}

/** `Name` next to `Last name` means the first name; next to both it is ignored. */
function withNames(mapping: UploadMapping): UploadMapping {
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")];
  if (!hasFirst && !hasLast) return mapping;
  const replacement = hasFirst ? "" : "first_name";
  return mapping.map((field) => (field === "full_name" ? replacement : field));
}

function withPhone(mapping: UploadMapping, rows: readonly (readonly string[])[]): UploadMapping {
  if (mapping.includes("phone") || rows.length === 0) return mapping;
  const counts = mapping.map((field, index) =>
    field === "" ? rows.filter((cells) => parsePhone(cells[index] ?? "") !== undefined).length : 0,
  );
  const mostPhones = Math.max(...counts);
  return mostPhones < rows.length / 2 ? mapping : mapping.with(counts.indexOf(mostPhones), "phone");
}
