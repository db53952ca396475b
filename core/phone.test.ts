import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, isUsPhone, maskPhone, parsePhone, toE164 } from "./phone.ts";

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

const digits = fc.stringMatching(/^[0-9]{10}$/);

test("a formatted number parses as the same number", () => {
  fc.assert(
    fc.property(digits, (ten) => {
      const e164 = `+1${ten}`;
      expect(toE164(formatPhone(e164))).toBe(e164);
      expect(toE164(maskPhone(ten))).toBe(e164);
    }),
  );
});

test("the mask keeps every digit up to ten, whatever is typed, and masking again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (typed) => {
      const masked = maskPhone(typed);
      expect(masked).toMatch(/^(\(\d{1,3}|\(\d{3}\)\d{1,3}|\(\d{3}\)\d{3}-\d{1,4})?$/);
      expect(maskPhone(masked)).toBe(masked);
    }),
  );
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
