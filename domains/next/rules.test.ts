import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayAround, entryAfter, gestureOf, isLongSwipe, keyOf, suggestionsFor, swipeEnd } from "./rules.ts";

describe("the day of a location", () => {
  test.each([
    ["2026-11-18T15:00:00Z", "America/New_York", "2026-11-18T05:00:00.000Z", "2026-11-19T05:00:00.000Z"],
    ["2026-11-18T03:00:00Z", "America/Los_Angeles", "2026-11-17T08:00:00.000Z", "2026-11-18T08:00:00.000Z"],
    // 25 and 23 hours.
    ["2026-11-01T12:00:00Z", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2027-03-14T12:00:00Z", "America/New_York", "2027-03-14T05:00:00.000Z", "2027-03-15T04:00:00.000Z"],
  ])("at %s in %s", (now, zone, from, until) => {
    const day = dayAround(new Date(now), zone);
    expect([day.from.toISOString(), day.until.toISOString()]).toEqual([from, until]);
  });

  test("always has the instant in it", () => {
    const zones = fc.constantFrom("America/New_York", "America/Phoenix", "Pacific/Honolulu", "America/St_Johns");
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, zones, (now, zone) => {
        const { from, until } = dayAround(now, zone);
        expect(from <= now && now < until).toBe(true);
      }),
    );
  });
});

describe("the entry that follows", () => {
  const entries = [1, 2, 3].map((id) => ({ kind: "question" as const, id }));
  test.each([
    ["question-1", 2],
    ["question-3", 1],
    ["lead-7", 1],
  ])("%s: %s", (from, id) => {
    expect(entryAfter(entries, from)?.id).toBe(id);
  });

  test("is never the one that was left", () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
    fc.assert(
      fc.property(some, fc.nat(29), (ids, at) => {
        const all = ids.map((id) => ({ kind: "task" as const, id }));
        const from = all[at % all.length];
        const next = from && entryAfter(all, keyOf(from));
        expect(next?.id).not.toBe(from?.id);
        expect(next === undefined).toBe(all.length === 1);
      }),
    );
  });
});

describe("suggestions", () => {
  const templates = [
    { title: "Financing", template: "We have financing from 5.9%, also with a low credit score." },
    { title: "Hours", template: "We're open until 6 PM, Saturdays until 4." },
    { title: "Trade-in", template: "Bring your trade in, we appraise it in ten minutes." },
  ];
  const titles = (asked: string) => suggestionsFor(asked, templates).map(({ title }) => title);
  test.each([
    ["Can I get financed with a 690 credit score?", ["Financing"]],
    ["Are you open on Saturday?", ["Hours"]],
    ["What would you give me for my trade?", ["Trade-in"]],
    ["Trade in a car with financing?", ["Financing", "Trade-in"]],
    ["ok thanks", []],
    ["", []],
    ["What is that over there?", []],
  ])("for %j: %j", (asked, expected) => {
    expect(titles(asked)).toEqual(expected);
  });
});

describe("a swipe", () => {
  test.each([
    [0, "closed"],
    [-55, "closed"],
    [-56, "open"],
    [-152, "open"],
    [-233, "open"],
    [-234, "done"],
    [-390, "done"],
    [87, "closed"],
    [88, "reply"],
    [390, "reply"],
  ])("of %i pixels on a row of 390: %s", (offset, end) => {
    expect(swipeEnd(offset, 390)).toBe(end);
  });

  test.each([
    ["too little to tell", [200, 300], [206, 305], "none"],
    ["to the left", [200, 300], [180, 305], "swipe"],
    ["to the right", [200, 300], [220, 295], "swipe"],
    ["scrolls", [200, 300], [205, 280], "other"],
    ["as far down as across", [200, 300], [220, 320], "other"],
    ["from the left edge: back", [23, 300], [120, 300], "other"],
    ["from the right edge: forward", [367, 300], [200, 300], "other"],
  ] as const)("%s", (_, [x, y], [toX, toY], gesture) => {
    expect(gestureOf({ x, y }, { x: toX, y: toY }, 390)).toBe(gesture);
  });

  test("closes the entry only past all that it uncovers", () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 100, max: 2_000 }), (offset, width) => {
        expect(swipeEnd(offset, width) === "done").toBe(isLongSwipe(offset, width));
        if (offset >= -152) expect(isLongSwipe(offset, width)).toBe(false);
      }),
    );
  });
});
