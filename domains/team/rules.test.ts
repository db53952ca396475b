import fc from "fast-check";
import { expect, test } from "vitest";
import {
  handedOverText,
  joinSentences,
  mentionedMembers,
  mentionParts,
  mentionQueryAt,
  mentionsInText,
  suggestMembers,
} from "./rules.ts";

const team = [
  { id: 1, name: "Olivia Owner" },
  { id: 2, name: "Alex Agent" },
  { id: 3, name: "José Álvarez-Smith" },
  { id: 4, name: "Alexandra Stone" },
];

test.each([
  ["@", 1, { start: 0, query: "" }],
  ["Ask @al", 7, { start: 4, query: "al" }],
  ["Ask @al, please", 7, { start: 4, query: "al" }],
  ["(@Al", 4, { start: 1, query: "Al" }],
  ["line\n@Jo", 8, { start: 5, query: "Jo" }],
  ["@Alex Ag", 8, { start: 0, query: "Alex Ag" }],
  ["@José", 5, { start: 0, query: "José" }],
])("in %j at %i a mention is being typed", (text, cursor, query) => {
  expect(mentionQueryAt(text, cursor)).toEqual(query);
});

test.each([
  ["ana@example", 11],
  ["Ask @al", 3],
  ["@Alex ", 6],
  ["@Alex said it", 13],
  ["@5:30?", 6],
  ["", 0],
])("in %j at %i no mention is being typed", (text, cursor) => expect(mentionQueryAt(text, cursor)).toBeUndefined());

test("suggests members by the start of a name or word, ignoring case and accents", () => {
  const names = (query: string) => suggestMembers(team, query).map(({ name }) => name);
  expect(names("al")).toEqual(["Alex Agent", "José Álvarez-Smith", "Alexandra Stone"]);
  expect(names("ALEX A")).toEqual(["Alex Agent"]);
  expect(names("smi")).toEqual(["José Álvarez-Smith"]);
  expect(names("jose")).toEqual(["José Álvarez-Smith"]);
  expect(names("")).toHaveLength(4);
  expect(names("x")).toEqual([]);
});

test("a mention is dropped once its name is deleted or changed", () => {
  const chosen = [
    { id: 2, name: "Alex Agent" },
    { id: 1, name: "Olivia Owner" },
    { id: 2, name: "Alex Agent" },
  ];
  const ids = (text: string) => mentionsInText(text, chosen).map(({ id }) => id);
  expect(ids("Alex Agent and Olivia Owner will call")).toEqual([2, 1]);
  expect(ids("Olivia Owner will call")).toEqual([1]);
  expect(ids("Alex Agents, or Alex agent")).toEqual([]);
  expect(ids("Alex Agents and Alex Agent")).toEqual([2]);
  expect(ids("")).toEqual([]);
});

test.each([
  ["Please call, @Alex Agent", "Please call, |*@Alex Agent"],
  ["@Alex Agent's customer, @Olivia Owner.", "*@Alex Agent|'s customer, |*@Olivia Owner|."],
  ["@Alex Agents and ana@Alex Agent", "@Alex Agents and ana@Alex Agent"],
  ["@ @ nobody", "@ @ nobody"],
  ["", ""],
])("in %j the mentions stand out: %j", (text, parts) => {
  const shown = mentionParts(text, team);
  expect(shown.map((part) => (part.isMention ? `*${part.text}` : part.text)).join("|")).toBe(parts);
});

test("the parts of a text are the text, whatever it is", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("@", "Alex Agent", "Alex", " ", "é", "\n", "😀")), (words) => {
      const text = words.join("");
      expect(
        mentionParts(text, [...team, { name: "Alex" }, { name: "" }])
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test("names after an @ are mentions, longer names first", () => {
  const members = [...team, { id: 5, name: "Alex" }, { id: 6, name: "" }, { id: 7, name: "Olivia Owner" }];
  const ids = (text: string) => mentionedMembers(text, members).map(({ id }) => id);
  expect(ids("Please call, @Alex Agent")).toEqual([2]);
  expect(ids("@Alex, please call @Alex Agent's customer")).toEqual([2, 5]);
  expect(ids("@Alexander and alex@Alex.com")).toEqual([]);
  expect(ids("Alex Agent knows, @ @")).toEqual([]);
  expect(ids("(@Olivia Owner)")).toEqual([1, 7]);
});

test("describes what was handed over, and is empty without any", () => {
  expect(handedOverText([])).toBe("");
  expect(handedOverText([{ what: "chat", count: 0 }])).toBe("");
  expect(handedOverText([{ what: "chat", count: 1 }])).toBe("1 chat was assigned to you");
  const both = [
    { what: "chat", count: 3 },
    { what: "task", count: 1 },
  ];
  expect(handedOverText(both)).toBe("3 chats and 1 task were assigned to you");
  expect(joinSentences("Saved", handedOverText(both))).toBe("Saved. 3 chats and 1 task were assigned to you");
  expect(joinSentences("Saved", "")).toBe("Saved");
});
