import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, neutralizeFormulas, restoreFormulas } from "./csv.ts";

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
  ["\t=1", '"\'\t=1"'],
  ["\n=1+1", '"\'\n=1+1"'],
  ["\r\n\t @A1", '"\'\r\n\t @A1"'],
  [" =1+1", "' =1+1"],
  ["\u00a0\u200b=1+1", "'\u00a0\u200b=1+1"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠A1", "'＠A1"],
  ["a;=1+1", '"a;\'=1+1"'],
  ["a| =1+1;-2;@b", "\"a|' =1+1;-2;'@b\""],
  ["a;b", '"a;b"'],
  ["+19095550123", "+19095550123"],
  ["+19095550123;+19095550124", '"+19095550123;+19095550124"'],
  ["two\n- lists", '"two\n- lists"'],
  ['=HYPERLINK("http://x.test","y")', `"'=HYPERLINK(""http://x.test"",""y"")"`],
])("%j is written as %j", (value, written) => {
  expect(csvOf([[value]])).toBe(`\uFEFF${written}\r\n`);
});

test("rows and columns keep their order", () => {
  const head = ["Title", "Goal"];
  expect(csvOf([head, ["Münch", 3]])).toBe("\uFEFFTitle,Goal\r\nMünch,3\r\n");
});

const cells = fc.string({
  unit: fc.constantFrom("'", "=", "+", "-", "@", "＝", "1", "a", ";", "|", ",", " ", "\n", "\t", '"'),
});

test("whatever is written, no cell of it begins a formula, in any separator's reading", () => {
  fc.assert(
    fc.property(cells, (text) => {
      for (const part of neutralizeFormulas(text).split(/[;|]/)) {
        if (/^[+-]?\d+([.,]\d+)*%?$/.test(part)) continue;
        expect(part).not.toMatch(/^[\s\p{Cc}\u200b]*[=+\-@＝＋－＠]/u);
      }
    }),
  );
});

test("an import reads what was exported", () => {
  fc.assert(
    fc.property(cells, (text) => {
      expect(restoreFormulas(neutralizeFormulas(text))).toBe(text);
    }),
  );
});
