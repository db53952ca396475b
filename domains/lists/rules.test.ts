import { expect, test } from "vitest";
import * as z from "zod/mini";
import { chosenCustomers, listFilter } from "./contract.ts";
import { customersInWords, deletionNotice, listLabel } from "./rules.ts";

test.each([
  [0, "0 customers"],
  [1, "1 customer"],
  [1204, "1,204 customers"],
])("%i is written as %s", (count, words) => {
  expect(customersInWords(count)).toBe(words);
});

test.each([
  [0, "No customer is affected."],
  [1, "The customer in it stays."],
  [1204, "The 1,204 customers in it stay."],
])("deleting a list of %i customers warns: %s", (count, words) => {
  expect(deletionNotice(count)).toBe(words);
});

test("marks a list that an import is filling", () => {
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
  // No list has id 0, so it behaves like a list that doesn't exist.
  ["twelve", 0],
  [-1, 0],
])("a list filter sent as %j means %j", (sent, filter) => {
  expect(z.parse(listFilter, sent)).toBe(filter);
});

test("accepts one customer id or several", () => {
  expect(z.parse(chosenCustomers, "7")).toEqual([7]);
  expect(z.parse(chosenCustomers, ["7", 8])).toEqual([7, 8]);
});
