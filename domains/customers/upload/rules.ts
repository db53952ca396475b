import { restoreFormulas } from "#core/csv.ts";
import { isEmail } from "#core/fields.ts";
import { parsePhone } from "#core/phone.ts";
import {
  type CustomerValues,
  customerField,
  detailFields,
  emptyCustomer,
  valuesOf,
} from "#domains/customers/fields.ts";
import { type CompositeField, type UploadField, type UploadMapping, uploadFields } from "./fields.ts";

/** The customer fields of a row; missing ones are empty. */
export type RowFields = Readonly<CustomerValues>;

/** A parsed row; `reason` is empty when it can be imported. */
export interface ParsedRow {
  readonly fields: RowFields;
  readonly reason: string;
}

/** Unique display labels: `Column 3` for a missing one, `Phone (2)` for a repeated one. */
export function columnLabels(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const label = tidy(cell).slice(0, 100) || `Column ${index + 1}`;
    const count = (seen.get(label.toLowerCase()) ?? 0) + 1;
    seen.set(label.toLowerCase(), count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

/** Hints about the first row, as sentences. */
export function firstRowNotes(cells: readonly string[], has_labels: boolean): string[] {
  if (!has_labels) return ["The first row is imported as a customer, because it doesn't look like column labels."];
  const tidied = cells.map((cell) => tidy(cell).toLowerCase());
  const repeated = cells.filter((cell, index) => tidy(cell) && tidied.indexOf(tidy(cell).toLowerCase()) < index);
  const missing = tidied.flatMap((cell, index) => (cell === "" ? [index + 1] : []));
  return [
    ...[...new Set(repeated.map(tidy))].map((label) => `More than one column is called ${label}.`),
    ...(missing.length > 0 ? [`These columns have no label: ${missing.slice(0, 10).join(", ")}.`] : []),
  ];
}

/** A hint about titles above the labels, which are no customers. */
export function skippedNote(rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const text = rows.map((cells) => tidy(cells.join(" ")).slice(0, 60)).join("”, “");
  return [`Skipped above the ${rows.length === 1 ? "first row" : "first rows"} of the table: “${text}”.`];
}

/** The lines of the file that a row takes up: `4`, or `4 to 6` when a quoted cell spans lines. */
export const rowName = (row: number, last_row: number) => (row === last_row ? String(row) : `${row} to ${last_row}`);

/** A hint about the rows that take up several lines. */
export function joinedNote(rows: readonly (readonly [row: number, last_row: number])[]): string[] {
  if (rows.length === 0) return [];
  const names = rows.slice(0, 5).map(([row, last]) => rowName(row, last));
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : "";
  return [`Check these lines; each is read as one customer, because of quotation marks: ${names.join(", ")}${more}.`];
}

/** Why a mapping can't be used, as sentences. */
export function mappingProblems(mapping: UploadMapping, labels: readonly string[]): string[] {
  const problems: string[] = [];
  const columnsOf = (field: UploadField) => labels.filter((_, index) => mapping[index] === field);
  if (columnsOf("phone").length === 0) {
    problems.push("Select the column with phone numbers. Every contact needs one.");
  }
  for (const field of uploadFields) {
    const columns = columnsOf(field);
    if (field !== "" && field !== "address" && columns.length > 1) {
      problems.push(`${fieldNames[field]} is selected for more than one column: ${columns.join(", ")}.`);
    }
  }
  if (columnsOf("full_name").length > 0 && columnsOf("first_name").length + columnsOf("last_name").length > 0) {
    problems.push("Select either Full name, or First name and Last name.");
  }
  return problems;
}

const compositeNames: Record<CompositeField, string> = {
  full_name: "Full name",
  city: "City",
  state: "State",
  zip: "Zip code",
};

export const fieldNames: Record<Exclude<UploadField, "">, string> = {
  ...valuesOf((name) => customerField(name).importLabel ?? customerField(name).label),
  ...compositeNames,
};

type RowValues = Record<Exclude<UploadField, "">, string>;
const noValues = Object.fromEntries(uploadFields.flatMap((field) => (field ? [[field, ""]] : []))) as RowValues;

/**
 * Reads a row with the mapping. A phone is required; a missing name is fine, since the phone is shown instead. Invalid
 * values reject the row: nothing is dropped or cut silently.
 */
export function readRow(cells: readonly string[], mapping: UploadMapping): ParsedRow {
  const values = { ...noValues };
  let unstorable: UploadField = "";
  for (let index = 0; index < mapping.length; index++) {
    const field = mapping[index];
    const cell = cells[index];
    if (!field || !cell) continue;
    if (cell.includes("\u0000")) unstorable ||= field;
    const value =
      field === "phone" ? tidy(cell) : withoutPlaceholder(tidy(field === "address" ? inOneLine(cell) : cell));
    values[field] = addressParts.has(field) ? joined(", ", values[field], value) : value;
  }
  const { full_name, city, state, zip, ...direct } = values;
  const names = full_name ? splitName(full_name) : {};
  const address = joined(", ", direct.address, city, joined(" ", state, zip));
  const phone = parsePhone(direct.phone);
  const typedPhone = direct.phone.slice(0, customerField("phone").maxLength);
  const fields = { ...emptyCustomer, ...direct, ...names, address, phone: phone ?? typedPhone };
  const reason =
    (unstorable && `${fieldNames[unstorable]} contains a character that can't be stored`) ||
    tooManyCells(cells, mapping) ||
    (phone === undefined ? phoneReason(direct.phone) : "") ||
    fieldReason(fields);
  return { fields, reason };
}

const addressParts: ReadonlySet<UploadField> = new Set(["address", "city", "state", "zip"]);

function tooManyCells(cells: readonly string[], mapping: UploadMapping): string {
  if (cells.length <= mapping.length || cells.slice(mapping.length).every((cell) => tidy(cell) === "")) return "";
  return `This row has ${cells.length} cells, but there are ${mapping.length} labels`;
}

function phoneReason(typed: string): string {
  if (typed === "" || withoutPlaceholder(typed) === "") return "Phone number is missing";
  const short = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed;
  if (extension.test(typed)) return `Phone number ${short} has an extension, which can't be texted`;
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(typed)) return `Phone number ${short} was shortened by a spreadsheet`;
  return `Phone number ${short} is not a US number`;
}

/** An extension after a number: `ext. 12`, `x12`, `#12`. */
const extension = /\d[\s.,;)(-]*(?:ext(?:ension|n)?|x|#)\s*[.:#]?\s*\d{1,6}$/i;

function fieldReason(fields: RowFields): string {
  for (const field of detailFields) {
    const { maxLength } = customerField(field);
    if (fields[field].length > maxLength) return `${fieldNames[field]} is longer than ${maxLength} characters`;
  }
  const wrong = emailFields.find((field) => fields[field] && !isEmail(fields[field]));
  return wrong ? `${fieldNames[wrong]} ${fields[wrong].slice(0, 60)} is not an email address` : "";
}

const emailFields = detailFields.filter((field) => customerField(field).kind === "email");

/** Placeholders for missing values. */
const placeholder = /^(n\/?a|none|null|nil|unknown|-+|\.|\?+|#n\/a)$/i;
const withoutPlaceholder = (value: string) => (placeholder.test(value) ? "" : value);

const needsTidying = /\s{2,}|[^\S ]|[\p{Cc}\u200b\ufeff]/u;

function tidy(cell: string): string {
  const text = restoreFormulas(cell.trim()).trim();
  if (!needsTidying.test(text)) return text;
  return text.replace(/[\p{Cc}\u200b\ufeff\s]+/gu, " ").trim();
}

const inOneLine = (cell: string) => cell.trim().replace(/\s*[\r\n]+\s*/g, ", ");

function joined(between: string, ...parts: string[]): string {
  return parts.filter((part) => part !== "").join(between);
}

/** `Maria Lopez`, `Lopez, Maria` → first and last name; of several words, only the first is the first name. */
export function splitName(full: string): { first_name: string; last_name: string } {
  const lastNameFirst = /^([^,]+),\s*([^,]+)$/.exec(full);
  if (lastNameFirst) return { first_name: lastNameFirst[2]?.trim() ?? "", last_name: lastNameFirst[1]?.trim() ?? "" };
  const space = full.indexOf(" ");
  return space < 0
    ? { first_name: full, last_name: "" }
    : { first_name: full.slice(0, space), last_name: full.slice(space + 1) };
}

/** The fields that a row changes about a customer; empty cells change nothing. */
export function changesOf(customer: RowFields, row: RowFields): Partial<RowFields> {
  return Object.fromEntries(
    detailFields
      .filter((field) => row[field] !== "" && row[field] !== customer[field])
      .map((field) => [field, row[field]]),
  );
}

export const duplicateReason = (row: number) => `Same phone number as row ${row}`;

/** Reads rows in file order and detects repeated phones. A problem with how a row is written rejects it. */
export function createRowReader(
  mapping: UploadMapping,
): (row: number, cells: readonly string[], problem?: string) => ParsedRow & { first?: number } {
  const firstRows = new Map<string, number>();
  return (row, cells, problem) => {
    const read = readRow(cells, mapping);
    if (problem) return { ...read, reason: problem };
    if (read.reason) return read;
    const first = firstRows.get(read.fields.phone);
    if (first !== undefined) return { ...read, reason: duplicateReason(first), first };
    firstRows.set(read.fields.phone, row);
    return read;
  };
}

/** Empties the rows that the pattern finds, and says which. */
export function withoutPerson(rows: readonly (readonly string[])[], pattern: string) {
  const expression = new RegExp(pattern, "i");
  const places = new Set(rows.flatMap((cells, place) => (cells.some((cell) => expression.test(cell)) ? [place] : [])));
  return { places, cells: rows.map((cells, place) => (places.has(place) ? cells.map(() => "") : cells)) };
}

/** A CSV file's text without the rows that the pattern finds; quoted cells may span lines. */
export function recordsWithout(text: string, pattern: string): string {
  const expression = new RegExp(pattern, "i");
  const kept: string[] = [];
  let record = "";
  for (const line of text.split(/(?<=\n)/)) {
    record += line;
    if ((record.split('"').length - 1) % 2 === 1) continue;
    if (!expression.test(record)) kept.push(record);
    record = "";
  }
  if (!expression.test(record)) kept.push(record);
  return kept.join("");
}
