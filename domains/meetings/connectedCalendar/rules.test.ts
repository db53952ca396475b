import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stateAfterFailures, waitAfter, withoutOwn, wordsOfEvent } from "./rules.ts";

const minute = 60_000;
const span = (start: number, end: number) => ({ start: new Date(start * minute), end: new Date(end * minute) });
const shown = (spans: ReturnType<typeof withoutOwn>) =>
  spans.map(({ start, end }) => [start.getTime() / minute, end.getTime() / minute]);

describe("busy times without our own events", () => {
  test.each([
    ["the event alone", [span(10, 20)], [span(10, 20)], []],
    ["nothing of ours", [span(10, 20)], [], [[10, 20]]],
    ["merged with what follows", [span(10, 30)], [span(10, 20)], [[20, 30]]],
    [
      "in the middle",
      [span(10, 40)],
      [span(20, 30)],
      [
        [10, 20],
        [30, 40],
      ],
    ],
    ["two of ours", [span(10, 40)], [span(30, 40), span(10, 20)], [[20, 30]]],
    ["ours overlap each other", [span(10, 40)], [span(10, 25), span(20, 30)], [[30, 40]]],
    ["at its borders", [span(10, 20)], [span(0, 10), span(20, 30)], [[10, 20]]],
  ])("%s", (_what, busy, own, left) => {
    expect(shown(withoutOwn(busy, own))).toEqual(left);
  });

  test("every minute is left exactly if it is busy and not ours", () => {
    const spans = fc.array(
      fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([start, length]) => span(start, start + length)),
      { maxLength: 6 },
    );
    const isIn = (all: readonly ReturnType<typeof span>[], at: number) =>
      all.some(({ start, end }) => start.getTime() <= at * minute && at * minute < end.getTime());
    fc.assert(
      fc.property(spans, spans, (busy, own) => {
        const left = withoutOwn(busy, own);
        for (let at = 0; at < 90; at++) expect(isIn(left, at)).toBe(isIn(busy, at) && !isIn(own, at));
        for (const { start, end } of left) expect(end.getTime()).toBeGreaterThan(start.getTime());
      }),
    );
  });
});

test.each([
  [1, undefined, 1],
  [2, undefined, 2],
  [3, undefined, 4],
  [40, undefined, 360],
  [1, 600, 10],
  [5, 60, 16],
])("after %i failures in a row it is asked again after minutes", (failures, retryAfter, minutes) => {
  expect(waitAfter(failures, retryAfter)).toBe(minutes * minute);
});

test("its owner hears of failures from the third on", () => {
  expect([1, 2, 3].map((failures) => stateAfterFailures("ok", failures))).toEqual(["ok", "ok", "failing"]);
});

describe("what an event says", () => {
  const facts = {
    title: "Trade-in",
    customer_name: "Ana Diaz",
    phone: "+12125550123",
    type: 1,
    place: "",
    location: "Main Street",
    url: "https://zoom.us/j/1",
  } as const;

  test.each(["(212) 555-0123", "+1 212 555 0123", "2125550123", "1-212-555-0123", "212.555.0123"])(
    "no phone: %s",
    (typed) => {
      const { title } = wordsOfEvent({ ...facts, title: `Call ${typed} first` }, "");
      expect(title).toBe("Call first · Ana Diaz");
    },
  );

  test("a customer who is known by their phone only has no name there", () => {
    expect(wordsOfEvent({ ...facts, customer_name: "(212) 555-0123" }, "").title).toBe("Trade-in");
  });

  test("the room, or the place and the location", () => {
    expect(wordsOfEvent(facts, "https://rooftop.test/virtual").location).toBe("https://zoom.us/j/1");
    expect(wordsOfEvent({ ...facts, type: 0, place: "Bay 2" }, "").location).toBe("Bay 2, Main Street");
    expect(wordsOfEvent({ ...facts, phone: "" }, "https://rooftop.test/virtual").description).toBe(
      "Open in Rooftop: https://rooftop.test/virtual",
    );
  });
});
