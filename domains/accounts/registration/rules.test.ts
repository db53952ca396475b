import { expect, test } from "vitest";
import { trialEnd } from "./rules.ts";

test("a trial lasts 30 days, even across daylight saving changes", () => {
  expect(trialEnd(new Date("2026-03-01T12:00:00Z")).toISOString()).toBe("2026-03-31T12:00:00.000Z");
});
