import { expect, test } from "vitest";
import * as z from "zod/mini";
import { chosenCustomers, listFilter } from "./contract.ts";
import { customersInWords, listLabel, staying } from "./rules.ts";

test.each([
  [0, "0 customers"],
  [1, "1 customer"],
  [1204, "1,204 customers"],
])("%i is said as %s", (count, words) => {
  expect(customersInWords(count)).toBe(words);
});

test.each([
  [0, "No customer is affected."],
  [1, "The customer in it stays."],
  [1204, "The 1,204 customers in it stay."],
])("of %i customers is said before their list is deleted: %s", (count, words) => {
  expect(staying(count)).toBe(words);
});

test("a list that an import goes into says so where it is chosen", () => {
  expect(listLabel({ title: "Spring", status: 0 })).toBe("Spring - [Uploading in Progress]");
  expect(listLabel({ title: "Spring", status: 1 })).toBe("Spring");
});

test.each([
  [undefined, undefined],
  [null, undefined],
  ["", undefined],
  [0, undefined],
  ["0", undefined],
  ["none", "none"],
  [" None ", "none"],
  ["12", 12],
  [12, 12],
  // No list has it, so it is answered like one that doesn't exist.
  ["twelve", 0],
  [-1, 0],
])("a filter by list that is sent as %j asks for %j", (sent, filter) => {
  expect(z.parse(listFilter, sent)).toBe(filter);
});

test("customers are chosen by one id or by several", () => {
  expect(z.parse(chosenCustomers, "7")).toEqual([7]);
  expect(z.parse(chosenCustomers, ["7", 8])).toEqual([7, 8]);
});
