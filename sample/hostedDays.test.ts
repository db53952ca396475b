import { expect, test } from "vitest";
import { bookInTurn, planHostDay, withNextCall } from "./hostedDays.ts";
import { randomFrom } from "./random.ts";

test("a host has one customer after the other, within the hours", () => {
  for (let seed = 1; seed < 200; seed++) {
    const planned = planHostDay(randomFrom(seed), 16 * 60);
    expect([1, 2]).toContain(planned.length);
    for (const [index, { from, minutes }] of planned.entries()) {
      expect(from).toBeGreaterThanOrEqual(9 * 60);
      expect(from + minutes).toBeLessThanOrEqual(planned[index + 1]?.from ?? 16 * 60);
    }
  }
});

test.each([
  [10 * 60 + 56, 11 * 60],
  [10 * 60 + 58, 11 * 60 + 15],
  [7 * 60, undefined],
  [17 * 60 + 50, undefined],
])("at minute %i the next call begins at %s", (now, from) => {
  const planned = withNextCall(planHostDay(randomFrom(7)), now);
  expect(planned.find(({ title }) => title === "Trade-in offer" && from !== undefined)?.from).toBe(from);
  for (const [index, one] of planned.entries())
    expect(one.from + one.minutes).toBeLessThanOrEqual(planned[index + 1]?.from ?? 24 * 60);
});

test("nobody is booked twice at the same minute, with what was booked before", () => {
  const [nine, ten] = [new Date("2026-11-25T17:00:00Z"), new Date("2026-11-25T18:00:00Z")];
  const book = bookInTurn([1, 2, 3], [{ customer_id: 2, datetime: nine }]);
  expect([book(nine), book(nine), book(ten), book(ten), book(ten)]).toEqual([1, 3, 1, 2, 3]);
  expect(() => book(nine)).toThrow("More appointments at a time than customers");
});
