import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { inDepth } from "#testing/deep.ts";
import {
  acrossFields,
  chosenId,
  email,
  Flag,
  Id,
  Instant,
  oneOf,
  optionalEmail,
  optionalFlag,
  optionalId,
  optionalText,
  optionalUsPhone,
  required,
  sent,
  usPhone,
} from "./fields.ts";

/** What a field makes of a value: its error texts, or the parsed value. */
function read(schema: z.ZodMiniType, value: unknown) {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? { value: parsed.data } : { texts: parsed.error.issues.map(({ message }) => message) };
}

const text = (...texts: string[]) => ({ texts });
const long = (length: number) => "x".repeat(length);

describe("required", () => {
  test.each([
    ["Ana", { value: "Ana" }],
    ["  Ana  ", { value: "Ana" }],
    [42, { value: "42" }],
    ["", text("Name is required")],
    ["   ", text("Name is required")],
    [undefined, text("Name is required")],
    [null, text("Name is required")],
    [long(5), { value: long(5) }],
    [long(6), text("Use at most 5 characters")],
    [["Ana"], text("Enter text here")],
    [{ first: "Ana" }, text("Enter text here")],
    ["a\u0000b", text("This contains a character we can't save")],
  ])("reads %j", (input, expected) => {
    expect(read(required("Name is required", 5), input)).toEqual(expected);
  });
});

test.each([
  [undefined, { value: "" }],
  [null, { value: "" }],
  [" a ", { value: "a" }],
  [long(1_001), text("Use at most 1,000 characters")],
])("an optional text reads %j", (input, expected) => {
  expect(read(optionalText(1_000), input)).toEqual(expected);
});

const wrongEmail = text("Enter a valid email address");
test.each([
  ["ana@example.com", { value: "ana@example.com" }],
  [" Ana.Diaz+cars@Sub.Example.co.uk ", { value: "Ana.Diaz+cars@Sub.Example.co.uk" }],
  ["", text("Email is required")],
  [undefined, text("Email is required")],
  ["ana", wrongEmail],
  ["ana@example", wrongEmail],
  ["ana@@example.com", wrongEmail],
  ["ana diaz@example.com", wrongEmail],
  ["ana@example.com, bob@example.com", wrongEmail],
  ["<ana@example.com>", wrongEmail],
  ["ana@example.com\nBcc: bob@example.com", wrongEmail],
  [`${long(250)}@example.com`, text("Use at most 254 characters")],
])("an email address reads %j", (input, expected) => {
  expect(read(email("Email is required"), input)).toEqual(expected);
});

test.each([
  ["(909)555-0123", { value: "(909)555-0123" }],
  ["", text("Phone no. is required")],
  ["909555", text("Phone number is invalid")],
  ["909555012345", text("Phone number is invalid")],
])("a phone reads %j, and reports one error at a time", (input, expected) => {
  expect(read(usPhone("Phone no. is required"), input)).toEqual(expected);
});

const malformedIds = [
  "abc",
  "",
  " ",
  -1,
  0,
  1.5,
  "1e400",
  "0x",
  "1;2",
  Number.NaN,
  "9007199254740993",
  null,
  {},
  [1, 2],
];

test.each([1, "1", "9007199254740991", 9007199254740991])("an id reads %j", (input) => {
  expect(read(Id, input)).toEqual({ value: Number(input) });
});

test.each([...malformedIds, undefined])("an id that is %j is answered like one that doesn't exist", (input) => {
  expect(read(Id, input)).toEqual(text("absent id"));
});

test.each([undefined, null, "", "0", 0])("a required id that is %j gets its message", (input) => {
  expect(read(chosenId("Please select a customer"), input)).toEqual(text("Please select a customer"));
});

test.each(["abc", -1, 1.5, "9007199254740993"])("a required id that is %j matches no row", (input) => {
  expect(read(chosenId("Please select a customer"), input)).toEqual({ value: 0 });
  expect(read(optionalId, input)).toEqual({ value: 0 });
});

test("an optional id can be omitted in a form as in JSON", () => {
  expect(["", undefined, null].map((input) => read(optionalId, input))).toEqual(Array(3).fill({ value: undefined }));
  expect(read(z.object({ id: optionalId }), {})).toEqual({ value: { id: undefined } });
  expect(read(optionalId, "12")).toEqual({ value: 12 });
});

test.each([
  [1, { value: 1 }],
  ["2", { value: 2 }],
  [3, text("Select a valid status")],
  ["", text("Select a valid status")],
  [" ", text("Select a valid status")],
  ["one", text("Select a valid status")],
])("one of a few numbers reads %j", (input, expected) => {
  expect(read(oneOf([0, 1, 2], "Select a valid status"), input)).toEqual(expected);
});

test.each([
  ...[1, "1", true, "true", "on", "yes", "YES"].map((input) => [input, 1]),
  ...[0, "0", false, "false", "off", "", undefined, null, "2"].map((input) => [input, 0]),
])("a flag reads %j as %j", (input, value) => {
  expect(read(Flag, input)).toEqual({ value });
});

test.each([
  ["", ""],
  [undefined, ""],
  [" ana@example.com ", "ana@example.com"],
])("an optional email address reads %j as %j", (input, value) => {
  expect(read(optionalEmail(), input)).toEqual({ value });
});

test("an optional email or phone must be valid when present", () => {
  expect(read(optionalEmail(), "ana@")).toEqual(text("Enter a valid email address"));
  expect(read(optionalUsPhone(), "")).toEqual({ value: "" });
  expect(read(optionalUsPhone(), "909-555-0123")).toEqual({ value: "909-555-0123" });
  expect(read(optionalUsPhone(), "909")).toEqual(text("Phone number is invalid"));
  expect(read(optionalUsPhone(), "909-555-012x")).toEqual(text("Phone number is invalid"));
});

test.each([
  [undefined, undefined],
  ["", undefined],
  [null, undefined],
  ["yes", 1],
  ["no", 0],
  [true, 1],
  [0, 0],
])("an optional flag reads %j as %j", (input, value) => {
  expect(read(optionalFlag, input)).toEqual({ value });
});

test("an instant is the same on the wire however it is stored", () => {
  const at = new Date("2026-03-02T12:00:00.5Z");
  expect(read(Instant, at)).toEqual({ value: "2026-03-02T12:00:00.500Z" });
  expect(read(Instant, at.toISOString())).toEqual({ value: "2026-03-02T12:00:00.500Z" });
});

test("no field throws, whatever the input", () => {
  const fields = [required("r"), optionalText(), email("e"), usPhone("p"), Id, chosenId("c"), optionalId, Flag];
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.anything(), (field, input) => {
      expect(() => z.safeParse(field, input)).not.toThrow();
    }),
    { numRuns: inDepth(2_000, 300) },
  );
});

test.each(["\u200b\u200b", " \u3164 ", "\u2060\ufeff", "\u2800", "\u00ad\u200e", "\u{e0041}"])(
  "%j shows nothing, so it is no text",
  (input) => {
    expect(read(required("Write something"), input).value).toBeUndefined();
    expect(read(optionalText(), input)).toEqual({ value: "" });
  },
);

test.each(["👍🏽", "❤️", "a\u200b", "ﷺ", "\u0301a"])("%j is a text", (input) => {
  expect(read(optionalText(), input)).toEqual({ value: input });
});

test("a text field's value is trimmed, within its limit, and storable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (input) => {
      const { value } = read(required("r", 50), input);
      if (value === undefined) return;
      expect(value).toBe(input.trim());
      expect(value).not.toContain("\u0000");
    }),
  );
});

test.each([
  ["a text", optionalText()],
  ["an id", optionalId],
  ["a phone", optionalUsPhone()],
  ["a switch", optionalFlag],
])("%s of a change has to be sent, and may be empty", (_, field) => {
  const change = z.object({ field: sent(field as z.ZodMiniType, "Send it") });
  expect(read(change, {})).toEqual(text("Send it"));
  expect(read(change, { field: undefined })).toEqual(text("Send it"));
  expect(read(change, { field: "" })).toHaveProperty("value");
});

describe("a rule across fields", () => {
  const Draft = z
    .object({ title: required("Title is required"), phone: sent(optionalText(5)), email: sent(optionalText()) })
    .check(
      acrossFields(({ value, issues }) => {
        if (value.phone === "" && value.email === "")
          issues.push({ code: "custom", path: ["phone"], message: "Enter a phone or an email", input: value });
      }),
    );

  test.each([
    [{ title: "", phone: "", email: "" }, ["Title is required", "Enter a phone or an email"]],
    [{ title: "A", phone: "", email: "" }, ["Enter a phone or an email"]],
    [{ title: "", phone: "555", email: "" }, ["Title is required"]],
    [{ title: "A", phone: "555000", email: "" }, ["Use at most 5 characters"]],
    [{ title: "A", phone: { a: 1 }, email: "" }, ["Enter text here"]],
  ])("reads %j as %j", (value, texts) => expect(read(Draft, value)).toEqual({ texts }));

  test("isn't asked about what is no object", () => {
    for (const value of [null, undefined, "text", 7]) expect(z.safeParse(Draft, value).success).toBe(false);
  });
});
