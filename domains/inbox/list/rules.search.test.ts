import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForSearch } from "#core/foldForSearch.ts";
import { foldedWords } from "#core/searchWords.ts";
import {
  excerptOf,
  formatSearchCursor,
  isIndexed,
  marksIn,
  parseSearchCursor,
  phoneMarks,
  type SearchCursor,
} from "./rules.ts";

const marked = (text: string, words: string[]) => marksIn(text, words).map(([from, to]) => text.slice(from, to));

describe("marks", () => {
  test.each([
    ["The Blue truck, BLUE!", ["blue"], ["Blue", "BLUE"]],
    ["José saw the Émile", ["jose", "emile"], ["José", "Émile"]],
    ["Jose\u0301 is here", ["jose"], ["Jose\u0301"]],
    ["Is it 😀👍🏽 good?", ["good"], ["good"]],
    ["100% off_season a\\b", ["%", "_", "\\"], ["%", "_", "\\"]],
    ["İstanbul", ["stan"], ["stan"]],
    ["overlap", ["over", "verl"], ["overl"]],
    ["aaaa", ["aa"], ["aaaa"]],
    ["nothing", ["else"], []],
    ["nothing", [""], []],
  ])("of %j for %j", (text, words, expected) => {
    expect(marked(text, words)).toEqual(expected);
  });

  const texts = fc.string({ unit: "grapheme", maxLength: 300 });
  const snippets = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });

  test("a snippet is marked wherever it is inserted", () => {
    fc.assert(
      fc.property(texts, snippets, texts, (before, snippet, after) => {
        const words = foldedWords(snippet);
        const text = `${before} ${snippet} ${after}`;
        const found = marked(text, words).map(foldForSearch).join(" ");
        // Lowercasing can depend on neighboring letters.
        fc.pre(words.every((word) => [...snippet].map(foldForSearch).join("").includes(word)));
        for (const word of words) expect(found).toContain(word);
      }),
    );
  });

  test("marks are within the text, sorted and disjoint", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.array(fc.string({ unit: "binary" })),
        (text, typed) => {
          let end = -1;
          for (const [from, to] of marksIn(text, typed.map(foldForSearch))) {
            expect(from).toBeGreaterThan(end);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(text.length);
            end = to;
          }
        },
      ),
    );
  });

  test("a formatted phone number is marked by its digits", () => {
    const formatted = "+1 (909) 555-0123";
    const marks = (words: string[]) => phoneMarks(formatted, words).map(([from, to]) => formatted.slice(from, to));
    expect(marks(["95550"])).toEqual(["9) 555-0"]);
    expect(marks(["+19095550123"])).toEqual(["909) 555-0123"]);
    expect(marks(["maria"])).toEqual([]);
  });
});

describe("an excerpt", () => {
  test("of a short text is the text on one line", () => {
    expect(excerptOf(" See you\n\non  Monday ", ["monday"])).toEqual({
      excerpt: "See you on Monday",
      marks: [[11, 17]],
    });
  });

  test("of a long text starts shortly before the first match", () => {
    const text = `${"before ".repeat(40)}the needle ${"after ".repeat(40)}`;
    const { excerpt, marks } = excerptOf(text, ["needle"]);
    expect(excerpt).toMatch(/^…before .* needle after .*…$/);
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(["needle"]);
  });

  test("contains the match and splits no character", () => {
    const character = fc.constantFrom("😀", "👍🏽", "a", "é", " ", "\u0000", "%", "\\", "x");
    const texts = fc.string({ unit: character, maxLength: 400 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { excerpt, marks } = excerptOf(`${before}needle${after}`, ["needle"]);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt.length).toBeLessThanOrEqual(124);
        expect(marks.map(([from, to]) => excerpt.slice(from, to))).toContain("needle");
      }),
    );
  });
});

test("the index needs three letters or digits in a row", () => {
  expect(["ok", "a b c", "a-b", "😀😀😀", "%%%"].map((typed) => isIndexed(foldedWords(typed)))).toEqual(
    Array(5).fill(false),
  );
  expect(["tow", "$500", "a truck", "Zoë"].map((typed) => isIndexed(foldedWords(typed)))).toEqual(Array(4).fill(true));
});

test("cursors round-trip, and nothing else parses", () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999 });
  const row = fc.record({ is_pinned: fc.constantFrom(0, 1), chat_time: id, id });
  const cursors = fc.oneof(
    fc.record({ messages: id }),
    fc.record({
      chats: fc.record({
        is_closed: fc.constantFrom(0 as const, 1 as const),
        after: fc.option(row, { nil: undefined }),
      }),
    }),
  );
  fc.assert(
    fc.property(cursors, (cursor: SearchCursor) => {
      expect(parseSearchCursor(formatSearchCursor(cursor))).toEqual(cursor);
    }),
  );
  for (const text of ["", "m.", "m.1;", "c.2", "c.1.1", "m.-1", "c.0.0.x.1"])
    expect(parseSearchCursor(text)).toBeUndefined();
});
