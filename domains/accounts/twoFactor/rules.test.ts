import { expect, test } from "vitest";
import { isConfirmed } from "./rules.ts";

const now = new Date("2026-03-02T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  ["just now", secondsAgo(0), true],
  ["within ten minutes", secondsAgo(599), true],
  ["ten minutes ago", secondsAgo(600), false],
  ["never", null, false],
])("a password that was right %s", (_, confirmed_at, expected) => {
  expect(isConfirmed(confirmed_at, now)).toBe(expected);
});
