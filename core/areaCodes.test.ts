import { expect, test } from "vitest";
import { areaCodes, areaOfPhone } from "./areaCodes.ts";
import { stateCodes } from "./states.ts";

const phoneOf = (code: string) => `+1${code}5550123`;

test("every state has area codes, and none is in two", () => {
  const found = areaCodes.map((code) => areaOfPhone(phoneOf(code))?.state);
  expect(new Set(found)).toEqual(new Set(stateCodes));
  expect(new Set(areaCodes).size).toBe(areaCodes.length);
  expect(areaCodes.length).toBeGreaterThan(330);
});

const [E, C, M, P] = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];
test.each([
  ["850", "FL", [E, C]],
  ["448", "FL", [E, C]],
  ["270", "KY", [E, C]],
  ["364", "KY", [E, C]],
  ["423", "TN", [E, C]],
  ["930", "IN", [E, C]],
  ["906", "MI", ["America/Detroit", C]],
  ["605", "SD", [C, M]],
  ["208", "ID", [M, P]],
  ["458", "OR", [P, M]],
  ["928", "AZ", ["America/Phoenix", M]],
  ["907", "AK", ["America/Anchorage", "America/Adak"]],
  ["915", "TX", [M]],
])("%s is in %s and reaches into %o", (code, state, zones) => {
  expect(areaOfPhone(phoneOf(code))).toEqual({ state, zones });
});

test.each(["+18005550123", "+14165550123", "+18765550123", "+442079460123", "+1909555", ""])(
  "%j says nothing",
  (phone) => {
    expect(areaOfPhone(phone)).toBeUndefined();
  },
);
