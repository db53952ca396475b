import { expect, test } from "vitest";
import { personSearch } from "./rules.ts";

test.each([
  [" (518) 555-0123 ", { digits: "5185550123" }],
  ["+1 518 555 0123", { digits: "5185550123" }],
  ["tel:+1-518-555-0123", { digits: "5185550123" }],
  ["518.555", { digits: "518555" }],
  ["0123", { digits: "0123" }],
  [" Maria ", { words: ["maria"] }],
  ["Núñez, Zoë", { words: ["nunez", "zoe"] }],
  ["Unit 518", { words: ["unit", "518"] }],
  ["%%%", { words: ["%%%"] }],
  ["12", { words: ["12"] }],
  ["  ", undefined],
])("the search %j looks for %j", (typed, search) => {
  expect(personSearch(typed)).toEqual(search);
});
