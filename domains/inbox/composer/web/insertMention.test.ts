import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { insertMention } from "./insertMention.ts";
import { isSecondBlank } from "./useMessageField.ts";

test("the plain name replaces what was typed, followed by one space", () => {
  expect(insertMention("Ask @al", { start: 4, query: "al" }, "Alex Agent")).toEqual({
    text: "Ask Alex Agent ",
    cursor: 15,
  });
  expect(insertMention("Ask @al now", { start: 4, query: "al" }, "Alex Agent")).toEqual({
    text: "Ask Alex Agent now",
    cursor: 15,
  });
  expect(insertMention(`${"x".repeat(310)} @al`, { start: 311, query: "al" }, "Alexandra Stone")).toBeUndefined();
});

test.each([
  ["Ask @al", "", "Alex Agent", "Ask Alex Agent "],
  ["@al", ", please", "Alex Agent", "Alex Agent , please"],
  ["@al", "   now", "Alex Agent", "Alex Agent now"],
  ["@al", "\nThanks", "Alex Agent", "Alex Agent \nThanks"],
  ["@al", "", " Alex ", "Alex "],
])("%j before %j", (before, after, name, text) => {
  const start = before.indexOf("@");
  const edit = insertMention(before + after, { start, query: "al" }, name);
  expect(edit?.text).toBe(text);
  expect(edit?.text.slice(0, edit.cursor)).toMatch(/\S $/);
});

test("exactly one blank follows the name, whatever follows the cursor", () => {
  const rest = fc.stringMatching(/^ {0,4}[a-z\n,.]{0,10}$/);
  fc.assert(
    fc.property(rest, (after) => {
      const { text = "" } = insertMention(`@al${after}`, { start: 0, query: "al" }, "Alex Agent") ?? {};
      expect(/^Alex Agent( *)/.exec(text)?.[1]).toBe(" ");
    }),
  );
});

describe("a blank typed behind the one that came with a name", () => {
  test.each([
    [" ", "Alex ", 5, 5, true],
    ["x", "Alex ", 5, 5, false],
    [" ", "Alex ", 3, 5, false],
    [" ", "Alex ", 5, undefined, false],
    [" ", "Alex!", 5, 5, false],
  ])("%j in %j at %i, inserted at %s: %s", (typed, text, cursor, insertedAt, expected) => {
    expect(isSecondBlank({ typed, text, cursor, insertedAt })).toBe(expected);
  });
});
