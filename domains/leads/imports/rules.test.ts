import { expect, test } from "vitest";
import { isSameLead } from "./rules.ts";

const car = (more: object) => ({
  interest: "buy" as const,
  year: "2021",
  make: "Honda",
  model: "Accord",
  trim: "",
  vin: "",
  stock: "",
  ...more,
});

test.each([
  ["the same car", [car({})], [car({})], true],
  ["a row without a car", [], [car({})], true],
  ["a lead without a car", [car({})], [], true],
  ["another model", [car({ model: "Civic" })], [car({})], false],
  ["the same stock number", [car({ model: "Civic", stock: "A1" })], [car({ stock: "a1" })], true],
  ["another stock number", [car({ stock: "A2" })], [car({ stock: "A1" })], false],
  ["the same words cut elsewhere", [car({ trim: "Sport EX" })], [car({ model: "Accord Sport", trim: "EX" })], true],
  ["a trade-in alone", [car({ interest: "trade_in", model: "Civic" })], [car({})], true],
])("%s means the lead: %j", (_, row, lead, isSame) => expect(isSameLead(row, lead)).toBe(isSame));
