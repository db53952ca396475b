import { describe, expect, test } from "vitest";
import { hasVinCheckDigit } from "./vin.ts";

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
