import { expect, test } from "vitest";
import { ProgressThrottle } from "./publishCampaign.ts";

test("progress is told at once, then at most every three seconds, each campaign for itself", () => {
  const throttle = new ProgressThrottle();
  expect(throttle.isDue(1, 0)).toBe(true);
  expect([1, 2_999].map((now) => throttle.isDue(1, now))).toEqual([false, false]);
  expect(throttle.isDue(2, 1)).toBe(true);
  expect(throttle.isDue(1, 3_000)).toBe(true);
  throttle.forget(1);
  expect(throttle.isDue(1, 3_001)).toBe(true);
});
