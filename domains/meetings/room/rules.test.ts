import { describe, expect, test } from "vitest";
import { isPresent, markOf, maxGuests, mayStay, placeOfGuest, presentMs } from "./rules.ts";

const now = new Date("2026-11-24T15:00:00Z");
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const seat = (state: "in" | "waiting", ago = 0) => ({ state, seen_at: before(ago) });

test.each([
  [0, true],
  [presentMs - 1, true],
  [presentMs, false],
])("who was heard of %i ms ago is present: %s", (ago, present) =>
  expect(isPresent({ seen_at: before(ago) }, now)).toBe(present),
);

describe("whoever opens the link", () => {
  test.each([
    ["nobody else", [], "in"],
    ["one who closed the page long ago", [seat("in", presentMs)], "in"],
    ["one who is in", [seat("in")], "waiting"],
    ["one who waits, while the one who was in was cut off", [seat("in", presentMs), seat("waiting")], "waiting"],
    ["all but one place taken", Array.from({ length: maxGuests - 1 }, () => seat("waiting")), "waiting"],
    ["every place taken", Array.from({ length: maxGuests }, () => seat("waiting")), "full"],
  ] as const)("with %s", (_, others, place) => expect(placeOfGuest(others, now)).toBe(place));
});

test.each([
  [0, "2026-11-24T15:30:00Z", true],
  [0, "2026-11-24T11:00:00.001Z", true],
  [0, "2026-11-24T11:00:00Z", false],
  [1, "2026-11-24T15:30:00Z", false],
  [2, "2026-11-24T15:30:00Z", false],
] as const)("with the outcome %i and the end %s a call may go on: %s", (status, ends_at, may) =>
  expect(mayStay({ status, ends_at: new Date(ends_at) }, now)).toBe(may),
);

test("a mark changes with whatever is shown, and is never longer than a request may say", () => {
  const news = { state: "in", peer: { id: 7, is_present: true }, waiting: [] };
  const marks = [
    news,
    { ...news, state: "waiting" },
    { ...news, peer: null },
    { ...news, peer: { id: 8, is_present: true } },
    { ...news, peer: { id: 7, is_present: false } },
    { ...news, waiting: [{ id: 9 }] },
  ].map(markOf);
  expect(new Set(marks).size).toBe(marks.length);
  const longest = { ...news, waiting: Array.from({ length: 20 }, (_, at) => ({ id: 1e15 + at })) };
  expect(markOf(longest).length).toBeLessThanOrEqual(80);
});
