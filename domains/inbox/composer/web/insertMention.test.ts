import { expect, test } from "vitest";
import { insertMention } from "./insertMention.ts";

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
