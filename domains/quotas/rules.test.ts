import { describe, expect, test } from "vitest";
import {
  dayIn,
  defaultLimits,
  gigabyte,
  limitReachedText,
  limitsOf,
  overLimitText,
  sizeText,
  storageFullText,
} from "./rules.ts";

const now = new Date("2026-03-02T12:00:00Z");
const none = { texts: null, mails: null, invitations: null, bytes: null };
const later = new Date(now.getTime() + 1);

describe("limits", () => {
  test.each([
    ["no trial", null, defaultLimits.regular],
    ["a trial", later, defaultLimits.trial],
    ["a trial that ends now", now, defaultLimits.regular],
  ])("of %s are the defaults", (_, trial_ends_at, limits) => {
    expect(limitsOf({ trial_ends_at, chosen: none }, now)).toEqual(limits);
  });

  test.each(["texts", "mails", "invitations", "bytes"] as const)("of %s are the operator's, 0 as well", (kind) => {
    const chosen = { ...none, [kind]: 0 };
    expect(limitsOf({ trial_ends_at: later, chosen }, now)).toEqual({ ...defaultLimits.trial, [kind]: 0 });
  });
});

test.each([
  ["2026-03-03T04:59:59Z", "America/New_York", "2026-03-02"],
  ["2026-03-03T05:00:00Z", "America/New_York", "2026-03-03"],
  ["2026-03-03T05:00:00Z", "America/Los_Angeles", "2026-03-02"],
  ["2026-07-04T04:00:00Z", "America/New_York", "2026-07-04"],
  ["2026-01-01T09:59:59Z", "Pacific/Honolulu", "2025-12-31"],
])("at %s the day in %s is %s", (at, zone, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

test.each([
  ["mails", 5_001, 5_000, 5_000, "Only 5,000 emails can go today. The rest follow tomorrow."],
  ["mails", 100_000, 5_000, 5_000, "Only 5,000 emails can go today. The rest follow over the next 19 days."],
  ["mails", 100_001, 5_000, 5_000, "Only 5,000 emails can go today. The rest follow over the next 20 days."],
  ["texts", 3, 1, 2, "Only 1 text can go today. The rest follow tomorrow."],
  ["texts", 3, 0, 2, "No more texts can go today. The rest follow over the next 2 days."],
  ["texts", 3, 3, 2, "Only 3 texts can go today."],
  ["texts", 3, 3, 0, "Only 3 texts can go today. Ask support to raise your daily limit."],
  ["texts", 3, 0, 0, "No more texts can go today. Ask support to raise your daily limit."],
] as const)(
  "%s: of %d, with %d left and %d a day, says when the rest follow",
  (kind, count, left_today, daily_limit, text) => {
    expect(overLimitText(kind, count, { left_today, daily_limit })).toBe(text);
  },
);

test.each([
  ["texts", 500, "You've reached today's limit of 500 texts."],
  ["texts", 20_000, "You've reached today's limit of 20,000 texts."],
  ["mails", 1, "You've reached today's limit of 1 email."],
  ["invitations", 25, "You've reached today's limit of 25 invitations."],
] as const)("a limit of %s says what to do", (kind, limit, text) => {
  expect(limitReachedText(kind, limit)).toBe(`${text} It resets at midnight. Contact support to raise it.`);
});

test.each([
  [gigabyte, "1 GB"],
  [50 * gigabyte, "50 GB"],
  [1.5 * gigabyte, "1.5 GB"],
  [gigabyte / 2, "512 MB"],
  [1, "1 MB"],
  [0, "0 MB"],
])("%i bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
  expect(storageFullText(bytes)).toBe(
    `Your files have reached your storage limit of ${text}. Contact support to raise it.`,
  );
});
