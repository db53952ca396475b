import { expect, test } from "vitest";
import { keptReport, longestReport, shownReport } from "./rules.ts";

test("keeps a report's beginning, as Postgres can store it", () => {
  expect(keptReport("550 no such user")).toEqual({ raw: "550 no such user", is_cut: false });
  expect(keptReport("a\0b\uD800c")).toEqual({ raw: "a�b�c", is_cut: false });
  expect(keptReport("x".repeat(longestReport))).toMatchObject({ is_cut: false });
  const long = keptReport(`${"x".repeat(longestReport - 1)}😀`);
  expect(long).toEqual({ raw: `${"x".repeat(longestReport - 1)}�`, is_cut: true });
});

test.each([
  ["a\r\nb\rc\td\n", "a\nb\nc\td\n"],
  ["gnp.\u202Efdp", "gnp.[U+202E]fdp"],
  ["\u001B[31mred\u0007", "[U+001B][31mred[U+0007]"],
  ["no\u200Bbreak\u{E0041}", "no[U+200B]break[U+E0041]"],
  ["<script>alert(1)</script> é 日本 😀", "<script>alert(1)</script> é 日本 😀"],
])("shows what hides or turns around: %j", (raw, shown) => {
  expect(shownReport(raw)).toBe(shown);
});
