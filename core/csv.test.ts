import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test.each([
  ["Downtown", "Downtown"],
  ["", ""],
  [0, "0"],
  [-12.5, "-12.5"],
  ["+3%", "+3%"],
  ['The "best", they say', '"The ""best"", they say"'],
  ["two\nlines", '"two\nlines"'],
  [" spaced ", '" spaced "'],
  ["=1+1", "'=1+1"],
  ["+1-909 call", "'+1-909 call"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["'=1+1", "''=1+1"],
  ["'tis", "'tis"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("http://x.test","y")', `"'=HYPERLINK(""http://x.test"",""y"")"`],
])("%j is written as %j", (value, written) => {
  expect(csvOf([[value]])).toBe(`\uFEFF${written}\r\n`);
});

test("rows and columns keep their order", () => {
  const head = ["Title", "Goal"];
  expect(csvOf([head, ["Münch", 3]])).toBe("\uFEFFTitle,Goal\r\nMünch,3\r\n");
});
