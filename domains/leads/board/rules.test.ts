import fc from "fast-check";
import { expect, test } from "vitest";
import { cursorOf, monthStart, positionOf } from "./rules.ts";

test("a cursor names the position that it was made of, and others name none", () => {
  const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(whole, whole, (value, id) => {
      expect(positionOf(cursorOf({ value, id }))).toEqual({ value, id });
    }),
  );
  for (const cursor of [
    "",
    "1",
    "1.",
    ".1",
    "-1.2",
    "1.2.3",
    "1e3.2",
    "9999999999999999.1",
    "1.9999999999999999",
    "a.b",
  ])
    expect(positionOf(cursor), cursor).toBeUndefined();
});

test("a month begins on its first", () => expect(monthStart("2026-11-28")).toBe("2026-11-01"));
