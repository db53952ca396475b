import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatPhone,
  isUsPhone,
  kindOfPhone,
  maskPhone,
  parsePhone,
  phoneProblem,
  toE164,
  typedPhoneProblem,
} from "./phone.ts";

test.each([
  ["9095550123", "+19095550123"],
  ["(909)555-0123", "+19095550123"],
  ["(909) 555-0123", "+19095550123"],
  ["909.555.0123", "+19095550123"],
  ["909-555-0123", "+19095550123"],
  ["1 909 555 0123", "+19095550123"],
  ["+1 (909) 555-0123", "+19095550123"],
  ["+19095550123", "+19095550123"],
  ["  9095550123\n", "+19095550123"],
])("%j is %s", (typed, e164) => {
  expect(isUsPhone(typed)).toBe(true);
  expect(toE164(typed)).toBe(e164);
});

test.each([
  "",
  "909555012",
  "90955501234",
  "+449095550123",
  "909 555 012a",
  "(909(555-0123",
  "9095550123 x4",
  "٩٠٩٥٥٥٠١٢٣",
  "9095550123; drop table",
  "+1+9095550123",
])("%j is not a phone number", (typed) => {
  expect(isUsPhone(typed)).toBe(false);
  expect(toE164(typed)).toBeUndefined();
});

/** No area code begins with 1. */
const digits = fc.stringMatching(/^[02-9][0-9]{9}$/);

test("a formatted number parses as the same number", () => {
  fc.assert(
    fc.property(digits, (ten) => {
      const e164 = `+1${ten}`;
      expect(toE164(formatPhone(e164))).toBe(e164);
      expect(toE164(maskPhone(ten))).toBe(e164);
    }),
  );
});

test("the mask makes no other number of what is typed, and masking again changes nothing", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789+() .-x"), maxLength: 24 });
  fc.assert(
    fc.property(typed, (text) => {
      const masked = maskPhone(text);
      expect(maskPhone(masked)).toBe(masked);
      const [before, after] = [text, masked].map((one) => one.replace(/\D/g, ""));
      expect([before, before?.replace(/^1+/, "")]).toContain(after);
    }),
  );
});

/** The field's text after each key. */
const typedByKeys = (text: string) => [...text].reduce((shown, key) => maskPhone(shown + key), "");

test.each([
  ["9095550123", "(909)555-0123"],
  ["1 909 555 0123", "(909)555-0123"],
  ["+1 (909) 555-0123", "(909)555-0123"],
  ["909 555 0123 45", "(909)555-012345"],
  ["+44 7700 900123", "+44 7700 900123"],
  ["0909 555 0123", "(090)955-50123"],
])("%s typed key by key or pasted is no other number", (text, shown) => {
  expect(typedByKeys(text)).toBe(shown);
  expect([toE164(text)]).toContain(toE164(maskPhone(text)));
  expect(toE164(typedByKeys(text))).toBe(toE164(text));
});

test("another country's number stays unchanged", () => {
  expect(formatPhone("+442071838750")).toBe("+442071838750");
});

test.each([
  ["2125550123", "+12125550123"],
  ["(212) 555-0123", "+12125550123"],
  ["212.555.0123", "+12125550123"],
  ["+1 212 555 0123", "+12125550123"],
  ["1-212-555-0123", "+12125550123"],
  ["212 – 555 – 0123", "+12125550123"],
  ["\u202a(212)\u00a0555-0123\u202c", "+12125550123"],
  ["tel:+12125550123", "+12125550123"],
  ["'2125550123", "+12125550123"],
  ["212-555-012", undefined],
  ["0000000000", undefined],
  ["1234567890", undefined],
  ["212-555-0123 ext. 5", undefined],
  ["+44 20 7946 0958", undefined],
  ["2125550123 2125550124", undefined],
  ["", undefined],
])("%j is the phone %j", (typed, phone) => expect(parsePhone(typed)).toBe(phone));

test.each([
  ["+19095550123", "US", undefined],
  ["+17875550123", "US", undefined],
  ["+16715550123", "US", undefined],
  ["+14165550123", "CA", "Numbers in Canada can't be texted or called from this account"],
  ["+18765550123", "JM", "Numbers in Jamaica can't be texted or called from this account"],
  ["+18095550123", "DO", "Numbers in Dominican Republic can't be texted or called from this account"],
  ["+12425550123", "BS", "Numbers in Bahamas can't be texted or called from this account"],
  ["+19005550123", "premium", "Premium-rate numbers can't be texted or called"],
  ["+19099765550", "premium", "Premium-rate numbers can't be texted or called"],
  ["+19095551212", "premium", "Premium-rate numbers can't be texted or called"],
  ["+18005550123", "toll_free", "Toll-free numbers can't be texted"],
  ["+18885550123", "toll_free", "Toll-free numbers can't be texted"],
  ["+15005550123", "none", "This number doesn't exist. Check the area code"],
  ["+15335550123", "none", "This number doesn't exist. Check the area code"],
  ["+17005550123", "none", "This number doesn't exist. Check the area code"],
  ["+17105550123", "none", "This number doesn't exist. Check the area code"],
  ["+16005550123", "none", "This number doesn't exist. Check the area code"],
  ["+14565550123", "none", "This number doesn't exist. Check the area code"],
  ["+19765550123", "none", "This number doesn't exist. Check the area code"],
  ["+19115550123", "none", "This number doesn't exist. Check the area code"],
  ["+19099110123", "none", "This number doesn't exist. Check the area code"],
  ["+19090550123", "none", "This number doesn't exist. Check the area code"],
  ["+10000000000", "none", "This number doesn't exist. Check the area code"],
  ["+11234567890", "none", "This number doesn't exist. Check the area code"],
  ["+442079460958", "none", "This number doesn't exist. Check the area code"],
  ["", "none", "This number doesn't exist. Check the area code"],
])("%s is %s: %s", (phone, kind, problem) => {
  expect(kindOfPhone(phone)).toBe(kind);
  expect(phoneProblem(phone)).toBe(problem);
});

test("a country that the operator allows can be texted and called, and only that one", () => {
  expect(phoneProblem("+14165550123", ["CA"])).toBeUndefined();
  expect(phoneProblem("+18765550123", ["CA"])).toContain("Jamaica");
  expect(phoneProblem("+18765550123", ["CA", "JM"])).toBeUndefined();
  expect(phoneProblem("+19005550123", ["CA", "JM", "premium"])).toContain("Premium");
});

test("a form refuses what nobody can be reached at, and leaves countries to the business", () => {
  expect(typedPhoneProblem("(416)555-0123")).toBeUndefined();
  expect(typedPhoneProblem("900-555-0123")).toContain("Premium");
  expect(typedPhoneProblem("000-000-0000")).toContain("doesn't exist");
});

test("what a spreadsheet says is a phone only of a kind that people have", () => {
  fc.assert(
    fc.property(digits, (ten) => {
      const isPhone = /^(US|[A-Z]{2})$/.test(kindOfPhone(`+1${ten}`));
      expect(parsePhone(ten)).toBe(isPhone ? `+1${ten}` : undefined);
    }),
  );
});
