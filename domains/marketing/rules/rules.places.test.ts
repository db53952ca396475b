import { describe, expect, test } from "vitest";
import { isAllowed, locateRecipient, nextAllowed, initialQuietHours as rules, stateAndZip } from "./rules.ts";

const locate = (facts: Partial<Parameters<typeof locateRecipient>[0]>) =>
  locateRecipient({ time_zone: "", address: "", phone: "", ...facts }, "America/Los_Angeles");

describe("the state at the end of an address", () => {
  test.each([
    ["12 Main St, Miami, FL 33101", "FL", "33101"],
    ["12 Main St, Miami FL 33101-1234", "FL", "33101"],
    ["Miami, Florida", "FL", ""],
    ["1 Elk Rd, Charleston, West Virginia 25301, USA", "WV", "25301"],
    ["Portland, or", "OR", ""],
    ["New York, NY 10001, United States", "NY", "10001"],
    ["Suite 4\nAustin, TX 78701", "TX", "78701"],
  ])("%j", (address, state, zip) => {
    expect(stateAndZip(address)).toEqual({ state, zip });
  });

  test.each(["", "12 Main St", "12 Ocean Dr Tampa", "APO, AE 09012", "12345", "call me in", "Calle 5, Madrid"])(
    "%j has none",
    (address) => {
      expect(stateAndZip(address)).toBeUndefined();
    },
  );
});

test("what staff chose comes first, then the address, then the phone, then the location", () => {
  const phone = "+12125550123";
  expect(locate({ time_zone: "America/Denver", address: "Miami, FL 33101", phone })).toMatchObject({
    zones: ["America/Denver"],
    states: ["FL"],
    source: "staff",
  });
  expect(locate({ address: "Pensacola, FL 32501", phone })).toMatchObject({
    zones: ["America/Chicago"],
    states: ["FL"],
    source: "address",
  });
  expect(locate({ address: "somewhere in Florida, FL", phone })).toMatchObject({
    zones: ["America/New_York", "America/Chicago"],
  });
  expect(locate({ phone })).toMatchObject({ zones: ["America/New_York"], states: ["NY"], source: "phone" });
  expect(locate({ phone: "+18005550123" })).toMatchObject({
    zones: ["America/Los_Angeles"],
    isGuess: true,
    source: "location",
  });
});

test("a zone alone leaves every state open that has it", () => {
  expect(locate({ time_zone: "America/Denver" }).states).toEqual(expect.arrayContaining(["CO", "TX", "OR", "AZ"]));
  expect(locate({ time_zone: "America/Denver" }).states).not.toContain("RI");
  expect(locate({ time_zone: "Europe/Berlin" }).states).toHaveLength(57 - 1);
});

test("a phone from Pensacola's area code is reached only when it is 8:00 in both of its zones", () => {
  const area = locate({ phone: "+14485550123" });
  const eightEastern = new Date("2026-11-23T13:00:00Z");
  expect(isAllowed(eightEastern, area, rules)).toBe(false);
  expect(nextAllowed(eightEastern, area, rules)?.toISOString()).toBe("2026-11-23T14:00:00.000Z");
  // Florida closes at 20:00, the Eastern side first.
  expect(isAllowed(new Date("2026-11-24T00:59:00Z"), area, rules)).toBe(true);
  expect(isAllowed(new Date("2026-11-24T01:00:00Z"), area, rules)).toBe(false);
});
