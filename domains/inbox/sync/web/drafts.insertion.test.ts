import { expect, test } from "vitest";
import { insertText, prependText } from "./drafts.ts";

test("text is inserted at the cursor, and replaces the selection", () => {
  expect(insertText("Hello there", 5, 5, " 👋")).toEqual({ text: "Hello 👋 there", cursor: 8 });
  expect(insertText("Hello there", 6, 11, "👋")).toEqual({ text: "Hello 👋", cursor: 8 });
  expect(insertText("", 0, 0, "👋")).toEqual({ text: "👋", cursor: 2 });
});

test("text that doesn't fit is not inserted, so that nothing at the end is lost", () => {
  expect(insertText("x".repeat(318), 0, 0, "👋")?.text).toHaveLength(320);
  expect(insertText("x".repeat(319), 0, 0, "👋")).toBeUndefined();
});

test("a returned text goes before what was written meanwhile", () => {
  expect(prependText("", "See you at 3")).toBe("See you at 3");
  expect(prependText(" ", "See you at 3")).toBe("See you at 3");
  expect(prependText("And bring the keys", "See you at 3")).toBe("See you at 3\nAnd bring the keys");
  expect(prependText("Only a picture", "")).toBe("Only a picture");
  expect(prependText("x".repeat(200), "y".repeat(120))).toBeUndefined();
});
