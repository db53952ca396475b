import { expect, test } from "vitest";
import { picturesWithoutAlt, preflightFindings } from "./rules.ts";

const good = {
  subject: "Sale on Saturday",
  preheader: "",
  content: '<p>Hi %first_name%</p><a href="https://shop.test/">Shop</a>',
  bytes: 9_000,
  links: ["https://shop.test/"],
  isBlank: false,
  hasPostalAddress: true,
  hasMailServer: true,
  complaintPercent: 0,
};
const levels = (mail: Partial<typeof good>) =>
  Object.fromEntries(preflightFindings({ ...good, ...mail }).map(({ kind, level }) => [kind, level]));

test("a good email has nothing to mend", () => {
  expect(new Set(Object.values(levels({})))).toEqual(new Set(["ok"]));
});

test.each([
  ["subject", "error", { subject: " " }],
  ["subject", "warning", { subject: "x".repeat(71) }],
  ["variables", "error", { content: "<p>%fist_name%</p>" }],
  ["address", "error", { hasPostalAddress: false }],
  ["server", "error", { hasMailServer: false }],
  ["size", "warning", { bytes: 100_001 }],
  ["size", "ok", { bytes: 100_000 }],
  ["alt", "warning", { content: '<img src="https://a.test/b.png" alt="">' }],
  ["alt", "ok", { content: '<img src="https://a.test/b.png" alt="A red car">' }],
  ["links", "error", { content: "<a>nowhere</a>" }],
  ["placeholders", "error", { content: "<p>When: day, date and time</p>" }],
  ["placeholders", "error", { preheader: "{{first_name}}" }],
  ["variables", "error", { subject: "Hi %fist_name%" }],
  ["pictures", "error", { content: "<p>Look: <img></p>" }],
  ["links", "warning", { links: [] }],
  ["complaints", "warning", { complaintPercent: 0.1 }],
  ["complaints", "warning", { complaintPercent: 0.31 }],
] as const)("%s: %s", (kind, level, mail) => {
  expect(levels(mail as Partial<typeof good>)[kind]).toBe(level);
});

test("a description is more than blanks", () => {
  expect(picturesWithoutAlt('<img alt=" "><img><img alt="Car"><img alt=\'Truck\'>')).toBe(2);
});
