import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillVariables, unknownVariables } from "#core/variables.ts";
import type { CustomField, CustomKind } from "./fields.ts";
import { customKinds } from "./fields.ts";
import {
  customChange,
  customText,
  customVariables,
  foldName,
  keyFor,
  readCustomFilter,
  readCustomValue,
  withCustom,
} from "./rules.ts";

const options = ["Gold", "Silver", "Größe L"];
const read = (kind: CustomKind, typed: string) => {
  const { value, problem } = readCustomValue({ kind, options }, typed);
  return problem || value;
};

describe("a value is read in one spelling, or refused", () => {
  test.each<[CustomKind, string, string]>([
    ["text", "  a\t b\n", "a b"],
    ["text", "\u200b", ""],
    ["text", "a\u0000b", "This contains a character we can't save"],
    ["text", "\ud800", "\ufffd"],
    ["number", "0", "0"],
    ["number", "-0", "0"],
    ["number", "-0.0", "0"],
    ["number", "+7", "7"],
    ["number", "007.50", "7.5"],
    ["number", ".5", "0.5"],
    ["number", "$1,234,567.89", "1234567.89"],
    ["number", "-$5", "-5"],
    ["number", "1,23", "Enter a number"],
    ["number", "1e999", "Enter a number"],
    ["number", "NaN", "Enter a number"],
    ["number", "Infinity", "Enter a number"],
    ["number", "0x10", "Enter a number"],
    ["number", "-", "Enter a number"],
    ["number", ".", "Enter a number"],
    ["number", "0.1234567", "Enter at most 6 decimals"],
    ["number", "1234567890123456", "Enter a number of at most 15 digits"],
    ["date", "2026-02-28", "2026-02-28"],
    ["date", "2/3/2026", "2026-02-03"],
    ["date", "2028-02-29T10:00:00Z", "2028-02-29"],
    ["date", "2/29/2028 0:00", "2028-02-29"],
    ["date", "2026-02-29", "This day doesn't exist"],
    ["date", "2026-02-30", "This day doesn't exist"],
    ["date", "13/1/2026", "This day doesn't exist"],
    ["date", "1/1/1899", "Enter a year from 1900 to 2199"],
    ["date", "2026", "Enter a date like 3/14/2027"],
    ["date", "+275760-09-13", "Enter a date like 3/14/2027"],
    ["choice", "gold", "Gold"],
    ["choice", "GRÖSSE l", "Select one of the options"],
    ["choice", "größe L", "Größe L"],
    ["yes_no", "X", "yes"],
    ["yes_no", "FALSE", "no"],
    ["yes_no", "perhaps", "Enter yes or no"],
  ])("%s %j: %s", (kind, typed, result) => {
    expect(read(kind, typed)).toBe(result);
  });
});

const anyKind = fc.constantFrom(...customKinds);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(...options, "yes", "no", ""),
);

test("what was read is read as itself, and what people see of it is read again as it", () => {
  fc.assert(
    fc.property(anyKind, anyText, (kind, typed) => {
      const { value, problem } = readCustomValue({ kind, options }, typed);
      fc.pre(problem === "" && value !== undefined);
      expect(read(kind, value ?? "")).toBe(value);
      expect(read(kind, customText({ kind }, value ?? ""))).toBe(value);
      expect(JSON.parse(JSON.stringify(value))).toBe(value);
      expect((value ?? "").isWellFormed()).toBe(true);
    }),
  );
});

const field = (key: string, kind: CustomKind = "text"): CustomField => ({ id: 1, name: key, kind, options, key });

test("a change sets, clears and refuses, and leaves alone what stays as it is", () => {
  const fields = [field("plan", "choice"), field("miles", "number"), field("hobby")];
  const stored = { plan: "Bronze", hobby: "Golf", left: "x" };
  const input = { plan: "Bronze", miles: "many", hobby: "", left: "x", other: "1" };
  expect(customChange(fields, input, stored)).toEqual({
    set: {},
    cleared: ["hobby"],
    errors: { miles: "Enter a number", other: "This field doesn't exist anymore" },
  });
  expect(withCustom({ a: "1", b: "2" }, { a: "", c: "3" })).toEqual({ b: "2", c: "3" });
});

test("keys are words of a template, and never another field's", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 8 }), (names) => {
      const keys: string[] = [];
      for (const name of names) keys.push(keyFor(name, keys));
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) {
        expect(unknownVariables(`Hi %custom.${key}%!`, undefined, keys)).toEqual([]);
        const values = { customer_name: "", first_name: "", last_name: "", company_name: "" };
        const company = { company_phone: "", company_email: "", company_address: "" };
        const custom = { [key]: "5%.x" };
        expect(fillVariables(`a %custom.${key}% b`, { ...values, ...company, custom })).toBe("a 5%.x b");
      }
    }),
  );
  expect(foldName("Miles / Year")).toBe(foldName("miles_year"));
});

test("a variable without a value is empty, has its own fallback, and never shows its name", () => {
  const nobody = { customer_name: "", first_name: "", last_name: "", company_name: "" };
  const company = { company_phone: "", company_email: "", company_address: "" };
  const custom = customVariables([field("end", "date"), field("miles", "number"), field("vip", "yes_no")], {
    end: "2027-03-04",
    miles: "-1234567.5",
    vip: "no",
    archived: "x",
  });
  const filled = (words: string) => fillVariables(words, { ...nobody, ...company, custom });
  expect(filled("%custom.end%, %custom.Miles%, %CUSTOM.vip%")).toBe("3/4/2027, -1,234,567.5, No");
  expect(filled("[%custom.archived%][%custom.nope|none%][%custom.constructor%]")).toBe("[][none][]");
  expect(unknownVariables("%custom.nope% %custom.end%", undefined, ["end"])).toEqual(["%custom.nope%"]);
});

test.each([
  [{ key: "k", comparison: "contains", value: "a.b", to: "" }, "text", { comparison: "contains", value: "a.b" }],
  [{ key: "k", comparison: "contains", value: " ", to: "" }, "text", "Enter what it contains"],
  [{ key: "k", comparison: "contains", value: "1", to: "" }, "number", "Select how to compare"],
  [{ key: "k", comparison: "between", value: "5", to: "" }, "number", { comparison: "numbers", value: "5", to: "" }],
  [{ key: "k", comparison: "between", value: "", to: "" }, "number", "Enter a value"],
  [{ key: "k", comparison: "between", value: "1", to: "2" }, "text", "Select how to compare"],
  [
    { key: "k", comparison: "between", value: "1/2/2027", to: "" },
    "date",
    { comparison: "dates", value: "2027-01-02" },
  ],
  [{ key: "k", comparison: "is", value: "Removed option", to: "" }, "choice", { value: "Removed option" }],
  [{ key: "k", comparison: "is", value: "on", to: "" }, "yes_no", { value: "yes" }],
  [{ key: "k", comparison: "is", value: "", to: "" }, "text", "Enter a value"],
] as const)("the filter %j of a %s field", (asked, kind, result) => {
  const filter = readCustomFilter({ kind, options, key: "k" }, asked);
  if (typeof result === "string") expect(filter).toBe(result);
  else expect(filter).toMatchObject(result);
});
