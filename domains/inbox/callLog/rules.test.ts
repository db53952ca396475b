import { expect, test } from "vitest";
import { personSearch, searchedDigits } from "./rules.ts";

test.each([
  ["(518) 555-0123", "5185550123"],
  ["+1 518 555 0123", "5185550123"],
  ["1-518-555-0123", "5185550123"],
  ["518.555", "518555"],
  ["0123", "0123"],
  ["12", ""],
  ["Maria", ""],
  ["Unit 518", ""],
  ["%%%", ""],
  ["", ""],
])("the search %j looks for the digits %j", (term, digits) => {
  expect(searchedDigits(term)).toBe(digits);
});

test.each([
  [" (518) 555-0123 ", { digits: "5185550123" }],
  [" Maria ", { name: "Maria" }],
  ["12", { name: "12" }],
  ["  ", undefined],
])("the search %j looks for %j", (typed, search) => {
  expect(personSearch(typed)).toEqual(search);
});
