import fc from "fast-check";
import { expect, test } from "vitest";
import { withPlainNewlines } from "./newlines.ts";

test.each([
  ["a\r\nb", "a\nb"],
  ["a\rb", "a\nb"],
  ["a\n\r\n\rb", "a\n\n\nb"],
  ["a\nb", "a\nb"],
])("%j is %j", (sent, text) => expect(withPlainNewlines(sent)).toBe(text));

test("texts anywhere in a body have plain newlines, and everything else stays", () => {
  const at = new Date(0);
  const bytes = Buffer.from("a\r\n");
  const body = { message: "a\r\nb", list: ["c\r", 1, null, { note: "\r\n" }], at, bytes };
  expect(withPlainNewlines(body)).toEqual({ message: "a\nb", list: ["c\n", 1, null, { note: "\n" }], at, bytes });
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "\r", "\n") }));
  fc.assert(fc.property(texts, (list) => !withPlainNewlines(list).join("").includes("\r")));
});
