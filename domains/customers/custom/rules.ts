import type { CustomField, CustomFilterInput, CustomInput, CustomKind, CustomValues } from "./fields.ts";
import { longestText } from "./fields.ts";

type ReadableField = Pick<CustomField, "kind" | "options">;

/** A value in its one spelling, or what is wrong with it. */
export type ReadValue =
  | { readonly value: string; readonly problem: "" }
  | { readonly value?: never; readonly problem: string };

const good = (value: string): ReadValue => ({ value, problem: "" });
const bad = (problem: string): ReadValue => ({ problem });

/** Reads what somebody typed, or a cell of a file. Empty is a value, too: none. */
export function readCustomValue({ kind, options }: ReadableField, typed: string): ReadValue {
  if (typed.includes("\u0000")) return bad("This contains a character we can't save");
  const text = typed
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\ufeff\s]+/gu, " ")
    .trim();
  if (text === "") return good("");
  if (text.length > longestText) return bad(`Use at most ${longestText} characters`);
  return readers[kind](text, options);
}

const readers: Record<CustomKind, (text: string, options: readonly string[]) => ReadValue> = {
  text: good,
  number: readNumber,
  date: readDate,
  choice: (text, options) => {
    const fold = (option: string) => option.normalize("NFKC").toLowerCase();
    const option = options.find((one) => one === text) ?? options.find((one) => fold(one) === fold(text));
    return option === undefined ? bad("Select one of the options") : good(option);
  },
  yes_no: (text) => {
    const word = text.toLowerCase();
    if (["yes", "y", "true", "1", "x", "on"].includes(word)) return good("yes");
    return ["no", "n", "false", "0", "off"].includes(word) ? good("no") : bad("Enter yes or no");
  },
};

/** `$1,200.50` → `1200.5` */
function readNumber(text: string): ReadValue {
  const plain = text.replace(/^(-?)\s?\$\s?/, "$1");
  const [, sign = "", whole = "", decimals = ""] = /^([-+]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(plain) ?? [];
  const digits = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "");
  if (digits === "" && decimals === "") return bad("Enter a number");
  const fraction = decimals.replace(/0+$/, "");
  if (digits.length > 15) return bad("Enter a number of at most 15 digits");
  if (fraction.length > 6) return bad("Enter at most 6 decimals");
  const size = `${digits || "0"}${fraction === "" ? "" : `.${fraction}`}`;
  return good(sign === "-" && size !== "0" ? `-${size}` : size);
}

const notDate = "Enter a date like 3/14/2027";

/** `3/14/2027`, `2027-03-14`, and the same with a time, which is left out. */
function readDate(text: string): ReadValue {
  const day = text.replace(/[T ]\d{1,2}:\d{2}.*$/, "");
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day);
  const us = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(day);
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : us ? [us[3], us[1], us[2]] : [];
  if (!year || !month || !date) return bad(notDate);
  const written = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const at = new Date(`${written}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === written;
  if (!isReal) return bad("This day doesn't exist");
  return year < "1900" || year > "2199" ? bad("Enter a year from 1900 to 2199") : good(written);
}

/** What changes about a customer, and what is wrong with what was sent, by key. */
export interface CustomChange {
  readonly set: CustomValues;
  readonly cleared: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Reads what was sent about own fields. A value that the customer has already stays good, though its option was removed or
 * its field archived since.
 */
export function customChange(
  fields: readonly CustomField[],
  input: CustomInput,
  stored: CustomValues = {},
): CustomChange {
  const set: Record<string, string> = {};
  const cleared: string[] = [];
  const errors: Record<string, string> = {};
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const [key, typed] of Object.entries(input)) {
    const field = byKey.get(key);
    if (Object.hasOwn(stored, key) ? stored[key] === typed : typed === "" && !field) continue;
    const read = field ? readCustomValue(field, typed) : bad("This field doesn't exist anymore");
    if (read.problem !== "") errors[key] = read.problem;
    else if (read.value === "") cleared.push(key);
    else set[key] = read.value ?? "";
  }
  return { set, cleared, errors };
}

const ends = { yes: "Yes", no: "No" } as const;

/** A value as people read it. */
export function customText({ kind }: Pick<CustomField, "kind">, value: string): string {
  if (kind === "yes_no") return value === "yes" || value === "no" ? ends[value] : value;
  if (kind === "number")
    return value.replace(/^(-?)(\d+)/, (_, sign: string, digits: string) => sign + grouped(digits));
  if (kind !== "date") return value;
  const [year, month, day] = value.split("-").map(Number);
  return year && month && day ? `${month}/${day}/${year}` : value;
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** What a template's variables stand for; an archived field stands for nothing. */
export function customVariables(fields: readonly CustomField[], values: CustomValues): CustomValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
      return value === undefined ? [] : [[field.key, customText(field, value)]];
    }),
  );
}

/** A field's name in one line. */
export const tidyName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();

/** Whether two names are one to a reader, and to an import. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Names that a JSON body may not have. */
const unreadable: ReadonlySet<string> = new Set(["constructor", "prototype"]);

/** A new field's key: its name's letters and digits, with a number where another field has had them. */
export function keyFor(name: string, taken: readonly string[]): string {
  const base =
    name
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 40) || "field";
  for (let n = 2, key = base; ; n++) {
    if (!taken.includes(key) && !unreadable.has(key)) return key;
    key = `${base}_${n}`;
  }
}

/** A filter that the database can answer. */
export interface CustomFilter {
  readonly key: string;
  readonly comparison: "is" | "contains" | "dates" | "numbers" | "filled" | "empty";
  readonly value: string;
  readonly to: string;
}

/** Reads a filter; a text says what is wrong with it. */
export function readCustomFilter(
  field: ReadableField & { readonly key: string },
  asked: CustomFilterInput,
): CustomFilter | string {
  const { kind, key } = field;
  if (asked.comparison === "filled" || asked.comparison === "empty")
    return { key, comparison: asked.comparison, value: "", to: "" };
  if (asked.comparison === "contains") {
    const value = asked.value.toWellFormed().trim();
    if (value === "" || value.includes("\u0000")) return "Enter what it contains";
    return kind === "text" || kind === "choice"
      ? { key, comparison: "contains", value, to: "" }
      : "Select how to compare";
  }
  if (asked.comparison === "between") {
    if (kind !== "number" && kind !== "date") return "Select how to compare";
    const [from, to] = [readCustomValue(field, asked.value), readCustomValue(field, asked.to)];
    if (from.problem !== "") return from.problem;
    if (to.problem !== "") return to.problem;
    if (from.value === "" && to.value === "") return "Enter a value";
    return { key, comparison: kind === "date" ? "dates" : "numbers", value: from.value ?? "", to: to.value ?? "" };
  }
  // An option that was removed can still be looked for.
  const read =
    kind === "choice"
      ? readCustomValue({ kind: "text", options: [] }, asked.value)
      : readCustomValue(field, asked.value);
  if (read.problem !== "") return read.problem;
  return read.value === "" ? "Enter a value" : { key, comparison: "is", value: read.value ?? "", to: "" };
}

/** A change as entries, empty for a cleared field. */
export const changedEntries = ({ set, cleared }: Pick<CustomChange, "set" | "cleared">): CustomValues => ({
  ...set,
  ...Object.fromEntries(cleared.map((key) => [key, ""])),
});

/** Values after a change, in which empty ones clear. */
export function withCustom(values: CustomValues, change: CustomValues): CustomValues {
  return Object.fromEntries(Object.entries({ ...values, ...change }).filter(([, value]) => value !== ""));
}
