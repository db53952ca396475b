import { expect, test } from "vitest";
import {
  ageText,
  contactText,
  dayWord,
  dollarsShort,
  dollarsText,
  nextStepText,
  odometerText,
  priceText,
} from "./leadWords.ts";

const zone = "America/New_York";
const now = new Date("2026-11-28T16:00:00Z");

test.each([
  ["2026-11-28T05:00:00Z", "today"],
  ["2026-11-28T04:59:00Z", "Fri"],
  ["2026-11-29T12:00:00Z", "Sun"],
  ["2026-11-21T12:00:00Z", "Nov 21"],
  ["2025-12-03T12:00:00Z", "Dec 3, 2025"],
])("%s is %s", (at, word) => expect(dayWord(at, zone, now)).toBe(word));

test.each([
  ["2026-11-28T15:59:40Z", "1m"],
  ["2026-11-28T13:30:00Z", "2h"],
  ["2026-11-20T15:00:00Z", "8d"],
])("a lead of %s is %s old", (at, words) => expect(ageText(at, now)).toBe(words));

test("contacts and next steps say what and when", () => {
  expect(contactText({ kind: "texted", at: "2026-11-28T15:00:00Z" }, zone, now)).toBe("Texted today");
  const step = (at: string) => nextStepText({ kind: "task", title: "Call", at }, zone, now, "2:00 PM");
  expect(step("2026-11-28T19:00:00Z")).toEqual({ text: "Call today, 2:00 PM", isOverdue: false });
  expect(step("2026-11-27T15:00:00Z")).toEqual({ text: "Call overdue since Fri", isOverdue: true });
});

test.each([
  [0, "$0"],
  [940, "$940"],
  [1_000, "$1k"],
  [163_900, "$164k"],
  [999_499, "$999k"],
  [999_500, "$1M"],
  [3_945_000, "$3.9M"],
  [812_000_000, "$812M"],
  [2_000_000_000, "$2B"],
])("%i is %s", (dollars, text) => expect(dollarsShort(dollars)).toBe(text));

test.each([
  [0, "$0"],
  [24_900, "$24,900"],
  [24_900.5, "$24,900.50"],
  [0.07, "$0.07"],
  [100_000_000, "$100,000,000"],
])("%d reads %s", (dollars, text) => expect(dollarsText(dollars)).toBe(text));

test.each([
  ["18990 USD", "$18,990"],
  ["$38450.50", "$38,450.50"],
  ["18990", "$18,990"],
  ["38,450", "38,450"],
  ["18990 CAD", "18990 CAD"],
  ["around 20k", "around 20k"],
  ["", ""],
])("a price written %j reads %j", (price, text) => expect(priceText(price)).toBe(text));

test.each([
  ["41200 miles", "41,200 mi"],
  ["41200 mi", "41,200 mi"],
  ["980km", "980 km"],
  ["61200", "61,200"],
  ["61,200", "61,200"],
  ["low miles", "low miles"],
])("an odometer written %j reads %j", (odometer, text) => expect(odometerText(odometer)).toBe(text));
