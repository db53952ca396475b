import { expect, test } from "vitest";
import { createBackOff } from "./backOff.ts";

test("waits twice as long after each failure, five minutes at most, and not at all after a success", () => {
  let now = 0;
  const backOff = createBackOff(() => now);
  expect(backOff.wait()).toBe(0);
  const waits = Array.from({ length: 12 }, () => {
    backOff.failed();
    // A mail that was under way meanwhile changes nothing.
    backOff.failed();
    const wait = backOff.wait();
    now += wait;
    expect(backOff.wait()).toBe(0);
    return wait / 1_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  backOff.failed();
  backOff.succeeded();
  expect(backOff.wait()).toBe(0);
  backOff.failed();
  expect(backOff.wait()).toBe(1_000);
});
