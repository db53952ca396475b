import { expect, test } from "vitest";
import { replyWordsProblem } from "./fields.ts";
import { allReplyTexts, givenNameOf, replyTextFor } from "./rules.ts";

const company = {
  company_name: "Harbor Motors",
  company_phone: "(518) 555-0100",
  company_email: "",
  company_address: "",
};

test.each([
  ["Ana R.", "Ana"],
  ["  José María Pérez", "José"],
  ["Mary-Jane O'Neil", "Mary-Jane"],
  ["D'Angelo", ""],
  ["", ""],
  ["A Google User", ""],
  ["Google user", ""],
  ["Anonymous", ""],
  ["JOHN88", ""],
  ["happy driver", ""],
  ["😀 Ana", ""],
  ["<script>alert(1)</script>", ""],
])("the author %j is addressed as %j", (author, name) => {
  expect(givenNameOf(author)).toBe(name);
});

test("every default reads well with a name and without one", () => {
  for (const { words, language } of allReplyTexts([])) {
    for (const author of ["Ana R.", ""]) {
      const text = replyTextFor(words, author, company);
      expect(replyTextFor(words, author, { ...company, company_phone: "" })).not.toMatch(
        /(?:at|al) (?:and|y)\b|\bal?\./,
      );
      expect(text, words).not.toMatch(/%|\s\s|\s[,.!]|^[,.]|undefined/);
      expect(text.includes("Ana"), text).toBe(author !== "");
      expect(text, language).toMatch(/^[\p{Lu}¡]/u);
      // What our own check of replies would stop: nothing private, nothing about a deal.
      expect(text).not.toMatch(/as discussed|your (?:car|truck|visit|purchase)/i);
    }
    expect(replyWordsProblem(words)).toBeUndefined();
  }
});

test("a location's own text takes the default's place, for its stars and language alone", () => {
  const own = { stars: 5, language: "es", words: "¡Gracias!" } as const;
  const texts = allReplyTexts([own]);
  expect(texts).toHaveLength(10);
  expect(texts.filter(({ is_default }) => is_default === 0)).toEqual([{ ...own, is_default: 0 }]);
});

test("an unknown variable is named", () => {
  expect(replyWordsProblem("Hi %fist_name%")).toMatch(/%fist_name%/);
});
