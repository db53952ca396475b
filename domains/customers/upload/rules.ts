import { restoreFormulas } from "#core/csv.ts";
import { isEmail } from "#core/fields.ts";
import {
  choosePhone,
  forbidsTexting,
  type RowOptOut,
  type RowPhone,
  rankOfPhoneType,
  unclearWarning,
  withCell,
} from "#domains/customers/cells/rules.ts";
import { isAboutEmail } from "#domains/customers/columns/rules.ts";
import type { CustomField, CustomValues } from "#domains/customers/custom/fields.ts";
import { readCustomValue } from "#domains/customers/custom/rules.ts";
import {
  type CustomerValues,
  customerField,
  type DetailField,
  detailFields,
  emptyCustomer,
} from "#domains/customers/fields.ts";
import { isWholeName, mayBeName, splitName, tidyNames } from "#domains/customers/fullNames/rules.ts";
import { isLeadColumn, type LeadColumnName } from "#domains/customers/leadFields/fields.ts";
import { type LeadBook, type LeadCells, type RowLead, readLead } from "#domains/customers/leadFields/rules.ts";
import {
  fieldNames,
  type GivenField,
  isOwnField,
  keyOfOwn,
  type OptOutField,
  type OptOutKind,
  optOutFields,
  type PhoneField,
  type UploadField,
  type UploadMapping,
  uploadFields,
} from "./fields.ts";

/** The customer fields of a row; missing ones are empty. */
export type RowFields = Readonly<CustomerValues>;

/** A parsed row; `reason` is empty when it can be imported. */
export interface ParsedRow {
  readonly fields: RowFields;
  /** What the business's own fields hold, by key. */
  readonly custom: CustomValues;
  readonly reason: string;
  /** Its phone can be used, also where something else rejects the row. */
  readonly hasPhone: boolean;
  /** What is omitted of a row that comes in, and why. */
  readonly warning: string;
  readonly optOut: RowOptOut;
  /** What it says about consent isn't understood: no one can attest it. */
  readonly isConsentUnclear: boolean;
  /** The lead that it names. */
  readonly lead: RowLead | undefined;
}

export const kindOfOptOut = ({ texts, emails }: RowOptOut): OptOutKind =>
  texts && emails ? "both" : texts ? "texts" : emails ? "emails" : "";

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
  const own = mapping.filter(isOwnField);
  for (const field of [...uploadFields, ...new Set(own)]) {
    const columns = columnsOf(field);
    if (field !== "" && !mayRepeat.has(field) && columns.length > 1) {
      const name = isOwnField(field) ? (columns[0] ?? "") : fieldNames[field];
      problems.push(`${name} is selected for more than one column: ${columns.join(", ")}.`);
    }
  }
  if (columnsOf("full_name").length > 0 && columnsOf("first_name").length + columnsOf("last_name").length > 0) {
    problems.push("Select either Full name, or First name and Last name.");
  }
  return problems;
}

const mayRepeat: ReadonlySet<UploadField> = new Set<UploadField>([
  "address",
  "other_phone",
  "phone_type",
  "lead_notes",
  ...optOutFields,
]);

const optOuts: ReadonlySet<UploadField> = new Set(optOutFields);
const isOptOutField = (field: UploadField): field is OptOutField => optOuts.has(field);

type ValueField = Exclude<GivenField, "" | "phone" | PhoneField | OptOutField | LeadColumnName>;
const isValueField = (field: GivenField): field is ValueField =>
  field !== "" &&
  field !== "phone" &&
  field !== "other_phone" &&
  field !== "phone_type" &&
  !isOptOutField(field) &&
  !isLeadColumn(field);
/** Phones and opt-outs are read apart from the other values. */
const noValues = Object.fromEntries(uploadFields.filter(isValueField).map((field) => [field, ""])) as Record<
  ValueField,
  string
>;

/** What the file can't say: the labels, for words of opt-outs, and the countries that the business may text. */
export interface RowContext {
  readonly labels?: readonly string[];
  readonly allowed?: readonly string[];
  /** The business's own fields. */
  readonly own?: readonly CustomField[];
  /** Absent where no column is about leads. */
  readonly leads?: LeadBook | undefined;
}

/**
 * Reads a row with the mapping. A phone is required; a missing name is fine, since the phone is shown instead. A value that
 * can't be used is omitted with a warning; without a phone, or with one too many cells, the row is rejected.
 */
export function readRow(
  cells: readonly string[],
  mapping: UploadMapping,
  { labels, allowed, own = [], leads }: RowContext = {},
): ParsedRow {
  const values = { ...noValues };
  const phones: RowPhone[] = [];
  const hasTypes = mapping.includes("phone_type");
  let optOut: RowOptOut = { texts: "", emails: "" };
  let damaged = "";
  let unusable = "";
  let unstorable: GivenField = "";
  const custom: Record<string, string> = {};
  const wrong: string[] = [];
  const leadCells: Record<string, string> = {};
  let [unclear, forbidden] = ["", ""];
  const labelOf = (index: number, field: GivenField) => labels?.[index] ?? (field && fieldNames[field]);
  for (let index = 0; index < mapping.length; index++) {
    const field = mapping[index];
    const cell = cells[index];
    if (!cell || field === "phone_type") continue;
    if (!field) {
      if (forbidsTexting(cell) && !isAboutEmail(labelOf(index, "")))
        forbidden ||= skippedWords(labelOf(index, ""), cell);
      continue;
    }
    if (isOwnField(field)) {
      const key = keyOfOwn(field);
      const column = own.find((one) => one.key === key);
      const text = withoutPlaceholder(tidy(cell));
      if (!column || text === "") continue;
      const { value, problem } = readCustomValue(column, text);
      if (value) custom[key] = value;
      if (problem !== "") wrong.push(`${column.name} ${text.slice(0, 60)}: ${lowered(problem)}. It's left out`);
      continue;
    }
    if (cell.includes("\u0000")) unstorable ||= field;
    if (isLeadColumn(field)) {
      if (forbidsTexting(cell) && !isAboutEmail(labelOf(index, field)))
        forbidden ||= skippedWords(labelOf(index, field), cell);
      leadCells[field] = joined("; ", leadCells[field] ?? "", withoutPlaceholder(tidy(cell)));
      continue;
    }
    if (field === "phone" || field === "other_phone") {
      const typed = tidy(cell);
      const rank = (field === "phone" ? 0 : 0.5) + (hasTypes ? typeRank(cells, mapping, index) : 1);
      if (withoutPlaceholder(typed) !== "") phones.push({ cell: typed, rank, label: labelOf(index, field) });
      else unusable ||= typed;
      continue;
    }
    if (isOptOutField(field)) {
      optOut = withCell(optOut, field, labelOf(index, field), tidy(cell));
      unclear ||= unclearWarning(field, labelOf(index, field), tidy(cell));
      continue;
    }
    if (cell.includes(damage) || garbled.test(cell)) damaged ||= fieldNames[field];
    const whole = cell.includes(damage) ? cell.replaceAll(damage, "") : cell;
    const text = tidy(field === "address" ? inOneLine(whole) : firstValue(field, whole));
    const isName = (field === "first_name" || field === "last_name") && mayBeName(text);
    const plain = isName ? text : withoutPlaceholder(text);
    const value = field === "zip" ? plain.replace(/^(\d{5})\.0+$/, "$1") : plain;
    values[field] = addressParts.has(field) ? joined(", ", values[field], value) : value;
  }
  const { full_name, city, state, zip, ...direct } = values;
  const names = full_name ? splitName(full_name) : tidyNames(direct.first_name, direct.last_name);
  const address = joined(", ", direct.address, city, joined(" ", state, zip));
  const { phone, typed, reason: phoneReason, passed, note, forbids } = choosePhone(phones, allowed);
  if (forbids) optOut = { ...optOut, texts: optOut.texts || forbids };
  const shown = (typed || unusable).slice(0, customerField("phone").maxLength);
  const read = { ...emptyCustomer, ...direct, ...names, address, phone: phone ?? shown };
  const { fields, warnings } = withoutWrongEmails(read);
  const reason =
    (unstorable && `${fieldNames[unstorable]} contains a character that can't be stored`) ||
    tooManyCells(cells, mapping) ||
    phoneReason ||
    tooLong(fields);
  const { lead, warnings: ofLead } = leads
    ? readLead(withoutEmpty(leadCells), leads)
    : { lead: undefined, warnings: [] };
  warnings.push(...wrong, ...ofLead);
  if (passed) warnings.unshift(`${passed}. The row's other phone is used`);
  if (note) warnings.push(note);
  const consent = optOut.texts ? "" : unclear || forbidden;
  if (consent) warnings.push(consent);
  if (damaged) warnings.push(`${damaged} may have a wrong character`);
  const [hasPhone, warning] = [phone !== undefined, reason ? "" : warnings.join(". ")];
  return { fields, custom, reason, hasPhone, warning, optOut, isConsentUnclear: consent !== "", lead };
}

const withoutEmpty = (cells: LeadCells): LeadCells =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""));

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function skippedWords(label: string, cell: string): string {
  const shown = tidy(cell).replace(/(?<=^.{60}).+/s, "…");
  const place = label || "A column that isn't imported";
  return `${place} says “${shown}”, so no consent is recorded. Check whether this person opted out`;
}

/** Stands before a character that the file has in another encoding than the rest. */
const damage = "\uFFFD";

/** What UTF-8 looks like that was read in another encoding; what could be restored has been. */
const garbled =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â[€\u0080]|√[\u00a1-\u00ff±∂∏∫]|[\u2500-\u257f]/;

/** Address books put several values of a person into one cell; the first is used, of emails the first valid one. */
function firstValue(field: GivenField, cell: string): string {
  if (!cell.includes(" ::: ")) return cell;
  const parts = cell.split(" ::: ");
  const valid = field === "email" ? parts.find((part) => isEmail(part.trim())) : undefined;
  return valid ?? parts[0] ?? "";
}

/** The rank of the type that stands before each phone, or after it. */
function typeRank(cells: readonly string[], mapping: UploadMapping, index: number): number {
  if (mapping[index - 1] !== "phone_type" && mapping[index + 1] !== "phone_type") return 1;
  const isBefore =
    mapping.indexOf("phone_type") < mapping.findIndex((field) => field === "phone" || field === "other_phone");
  const at = isBefore ? index - 1 : index + 1;
  return mapping[at] === "phone_type" ? rankOfPhoneType(cells[at] ?? "") : 1;
}

/** A wrong email address doesn't cost the row. */
function withoutWrongEmails(read: RowFields): { fields: RowFields; warnings: string[] } {
  const { maxLength } = customerField("email");
  const wrong = emailFields.filter((field) => read[field] && (!isEmail(read[field]) || read[field].length > maxLength));
  if (wrong.length === 0) return { fields: read, warnings: [] };
  const warnings = wrong.map(
    (field) => `${fieldNames[field]} ${read[field].slice(0, 60)} is not an email address, so it's left out`,
  );
  return { fields: { ...read, ...Object.fromEntries(wrong.map((field) => [field, ""])) }, warnings };
}

const addressParts: ReadonlySet<UploadField> = new Set(["address", "city", "state", "zip"]);

function tooManyCells(cells: readonly string[], mapping: UploadMapping): string {
  if (cells.length <= mapping.length || cells.slice(mapping.length).every((cell) => tidy(cell) === "")) return "";
  return `This row has ${cells.length} cells, but there are ${mapping.length} labels`;
}

function tooLong(fields: RowFields): string {
  for (const field of detailFields) {
    const { maxLength } = customerField(field);
    if (fields[field].length > maxLength) return `${fieldNames[field]} is longer than ${maxLength} characters`;
  }
  return "";
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

/**
 * The fields that a row changes about a customer; empty cells change nothing, except that a company's name replaces the
 * first name, too.
 */
export function changesOf(customer: RowFields, row: RowFields): Partial<RowFields> {
  const isWhole = row.first_name === "" && row.last_name !== "" && isWholeName(row.last_name);
  const isGiven = (field: DetailField) => row[field] !== "" || (isWhole && field === "first_name");
  return Object.fromEntries(
    detailFields
      .filter((field) => isGiven(field) && row[field] !== customer[field])
      .map((field) => [field, row[field]]),
  );
}

/** The own fields that a row changes about a customer; empty cells change nothing. */
export function customChangesOf(customer: CustomValues, row: CustomValues): CustomValues {
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => customer[key] !== value));
}

export const duplicateReason = (row: number) => `Same phone number as row ${row}`;

/** Reads rows in file order and detects repeated phones. A problem with how a row is written rejects it. */
export function createRowReader(
  mapping: UploadMapping,
  context: RowContext = {},
): (row: number, cells: readonly string[], problem?: string) => ParsedRow & { first?: number } {
  const firstRows = new Map<string, number>();
  return (row, cells, problem) => {
    const read = readRow(cells, mapping, context);
    if (problem) return { ...read, reason: problem, warning: "", optOut: { texts: "", emails: "" } };
    if (read.reason) return read;
    const first = firstRows.get(read.fields.phone);
    if (first !== undefined) return { ...read, reason: duplicateReason(first), warning: "", first };
    firstRows.set(read.fields.phone, row);
    return read;
  };
}
