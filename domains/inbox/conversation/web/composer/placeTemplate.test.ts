import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutToLimit } from "#core/smsCounter.ts";
import { placeTemplate } from "./placeTemplate.ts";

describe("a template is placed", () => {
  test.each([
    ["|", "Hello", "Hello|"],
    ["  \n|", "Hello", "Hello|"],
    ["Hi Ann,|", "we are open", "Hi Ann, we are open|"],
    ["Hi Ann, |", "we are open", "Hi Ann, we are open|"],
    ["Hi|there", "Ann", "Hi Ann| there"],
    ["|See you", "Thanks!", "Thanks!| See you"],
    ["Line\n|\nEnd", "Middle", "Line\nMiddle|\nEnd"],
  ])("in %j: %j", (draft, piece, expected) => {
    const cursor = draft.indexOf("|");
    const placed = placeTemplate(draft.replace("|", ""), cursor, piece);
    expect(placed && `${placed.text.slice(0, placed.cursor)}|${placed.text.slice(placed.cursor)}`).toBe(expected);
    expect(placed?.cut).toBe("");
  });
});

test("what an empty text can't hold is kept apart, and a written one refuses it", () => {
  expect(placeTemplate("", 0, `${"a".repeat(320)} rest`)).toEqual({ text: "a".repeat(320), cursor: 320, cut: "rest" });
  expect(placeTemplate("Hello", 5, "a".repeat(315))).toBeUndefined();
  expect(placeTemplate("Hello", 5, "a".repeat(314))?.text).toHaveLength(320);
});

test("nothing typed goes, whatever the template and the cursor", () => {
  const words = fc.string({ maxLength: 200 }).map(cutToLimit);
  fc.assert(
    fc.property(words, fc.nat(200), words, (text, at, piece) => {
      fc.pre(text.trim() !== "");
      const cursor = Math.min(at, text.length);
      const placed = placeTemplate(text, cursor, piece);
      if (!placed) return;
      expect(placed.text.startsWith(text.slice(0, cursor))).toBe(true);
      expect(placed.text.endsWith(text.slice(cursor))).toBe(true);
    }),
  );
});
