import { describe, expect, test } from "vitest";
import { hasVinCheckDigit, kindOfWords } from "./rules.ts";

describe("a vehicle identification number", () => {
  test.each([
    ["1M8GDM9AXKP042788", true],
    ["1HGCM82633A004352", true],
    ["11111111111111111", true],
    ["1hgcm82633a004352", true],
    ["1HGCM82633A004353", false],
    ["1HGCM82643A004352", false],
    ["1HGCM82633A00435", false],
    ["1HGCM82633AO04352", false],
    ["", false],
  ])("%s: its check digit fits: %s", (vin, fits) => {
    expect(hasVinCheckDigit(vin)).toBe(fits);
  });
});

test.each([
  ["Used cars", "sales"],
  ["Service Appointment", "service"],
  ["Parts Request", "parts"],
  ["Get Pre-Qualified", "finance"],
  ["Credit application", "finance"],
  ["Chat", undefined],
  ["", undefined],
])("%s means %s", (words, kind) => {
  expect(kindOfWords(words)).toBe(kind);
});
