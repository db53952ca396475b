import { expect, test } from "vitest";
import { timeLeft } from "./rules.ts";

test.each([
  ["2026-01-01T00:15:00.000Z", "15 minutes left"],
  ["2026-01-01T00:14:01.000Z", "15 minutes left"],
  ["2026-01-01T00:01:00.000Z", "1 minute left"],
  ["2026-01-01T00:00:01.000Z", "1 minute left"],
  ["2026-01-01T00:00:00.000Z", "Time's up"],
])("until %s: %s", (expires_at, said) => {
  expect(timeLeft(expires_at, Date.parse("2026-01-01T00:00:00.000Z"))).toBe(said);
});
