import { expect, test } from "vitest";
import { segmentsOf } from "#core/smsCounter.ts";
import { inPlainSigns, marketingFooter, marketingSegments, textFor, withFooter } from "./rules.ts";

const values = {
  customer_name: "Dana Lee",
  first_name: "Dana",
  last_name: "Lee",
  company_name: "Sunset Motors",
  company_phone: "",
  company_email: "",
  company_address: "",
};

test("the footer takes 51 characters, and stands there once", () => {
  expect(marketingFooter).toHaveLength(50);
  expect(withFooter("Sale today!")).toBe(`Sale today! ${marketingFooter}`);
  expect(withFooter(`Sale today! ${marketingFooter} \n`)).toBe(`Sale today! ${marketingFooter}`);
  expect(withFooter("")).toBe(marketingFooter);
  expect(textFor("Hi %first_name%", values)).toBe(`Hi Dana ${marketingFooter}`);
});

test.each([
  ["x".repeat(109), { encoding: "GSM-7", count: 1 }],
  ["x".repeat(110), { encoding: "GSM-7", count: 2 }],
  ["x".repeat(320), { encoding: "GSM-7", count: 3 }],
  [`${"x".repeat(318)}\u{1f697}`, { encoding: "UCS-2", count: 6 }],
])("counts segments with the footer", (template, segments) => {
  expect(marketingSegments(template, values)).toEqual(segments);
});

test("a name with an emoji makes the whole text UCS-2", () => {
  const template = `Hi %first_name%, ${"x".repeat(60)}`;
  expect(marketingSegments(template, values)).toEqual({ encoding: "GSM-7", count: 1 });
  expect(marketingSegments(template, { ...values, first_name: "Dana\u2728" })).toEqual({ encoding: "UCS-2", count: 2 });
});

test("plain signs bring a text back to GSM-7", () => {
  const typed = "\u201cIt\u2019s time\u201d \u2013 50\u00a0% off\u2026";
  expect(inPlainSigns(typed)).toBe('"It\'s time" - 50 % off...');
  expect([segmentsOf(typed).encoding, segmentsOf(inPlainSigns(typed)).encoding]).toEqual(["UCS-2", "GSM-7"]);
});
