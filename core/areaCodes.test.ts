import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { areaCodes, countryOfAreaCode } from "./areaCodes.ts";
import { areaOfPhone } from "./areaOfPhone.ts";
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

/** Assigned by the numbering plan's administration, and not in the library's metadata yet. */
const newCodes = new Set("357 436 457 471 621 624 679 729 837 861 924".split(" "));
const territories = ["AS", "GU", "MP", "PR", "VI"];
/** The library counts these non-geographic codes as Canadian. */
const withoutPlace = new Set(["600", "622", "633"]);

/** In each country some of these exchange codes are in use. */
const exchanges =
  "224 246 258 266 268 284 322 345 375 388 423 444 497 556 622 664 721 758 784 809 925 349 413 491 492 496".split(" ");

/** The country of most numbers of an area code, as libphonenumber's metadata has it; undefined for codes of no place. */
function countryInLibrary(code: string): string | undefined {
  const phones = exchanges.map((exchange) => `+1${code}${exchange}2345`);
  const places = phones.flatMap((phone) => {
    const found = parsePhoneNumberFromString(phone);
    const type = found?.isValid() ? found.getType() : undefined;
    return type === "FIXED_LINE" || type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? [found?.country] : [];
  });
  const [place] = places;
  return place !== undefined && territories.includes(place) ? "US" : place;
}

test("each area code is of the country that libphonenumber knows, and all others are of none", () => {
  const all = Array.from({ length: 800 }, (_, index) => String(200 + index)).filter((code) => !newCodes.has(code));
  const expected = all.map((code) => [code, withoutPlace.has(code) ? undefined : countryInLibrary(code)]);
  expect(all.map((code) => [code, countryOfAreaCode(code)])).toEqual(expected);
  expect([...newCodes].map(countryOfAreaCode)).toEqual([...newCodes].map(() => "US"));
});
