import fc from "fast-check";
import { expect, test } from "vitest";
import { initialQuietHours as rules } from "../hours/rules.ts";
import { type MarketingFacts, mayMarket, type SkipReason, skipReasons, skipReasonTexts } from "./rules.ts";

const noon = new Date("2026-11-23T17:00:00Z");
const later = (ms: number) => new Date(noon.getTime() + ms);
const hourMs = 3_600_000;

const good: MarketingFacts = {
  isRemoved: false,
  isTextable: true,
  isDuplicate: false,
  consent: "granted",
  isUnanswered: false,
  isRecent: false,
  textsInDay: 0,
  isCancelled: false,
  area: { zones: ["America/New_York"], states: ["FL"], isGuess: false },
  dueAt: noon,
  now: noon,
  endsBy: later(72 * hourMs),
};

/** What makes each reason true. */
const causes: Record<SkipReason, Partial<MarketingFacts>> = {
  removed: { isRemoved: true },
  invalid: { isTextable: false },
  duplicate: { isDuplicate: true },
  opted_out: { consent: "revoked" },
  asked: { consent: "asked" },
  no_consent: { consent: "unknown" },
  unanswered: { isUnanswered: true },
  recent: { isRecent: true },
  limit: { textsInDay: 3 },
  quiet_hours: { endsBy: later(-1) },
  cancelled: { isCancelled: true },
};

test("sends to those who agreed, and attested ones, within their hours", () => {
  expect(mayMarket(good, rules)).toEqual({ kind: "send" });
  expect(mayMarket({ ...good, consent: "attested", textsInDay: 2 }, rules)).toEqual({ kind: "send" });
});

test.each(skipReasons)("skips for %s", (reason) => {
  expect(mayMarket({ ...good, ...causes[reason] }, rules)).toEqual({ kind: "skip", reason });
  expect(skipReasonTexts[reason]).not.toBe("");
});

test("of several reasons it gives the first", () => {
  const consents: readonly SkipReason[] = ["opted_out", "asked", "no_consent"];
  fc.assert(
    fc.property(fc.subarray([...skipReasons], { minLength: 1 }), (chosen) => {
      // A phone has one consent state only.
      const consent = chosen.find((reason) => consents.includes(reason));
      const present = chosen.filter((reason) => !consents.includes(reason) || reason === consent);
      const facts = Object.assign({}, good, ...present.map((reason) => causes[reason]));
      expect(mayMarket(facts, rules)).toEqual({ kind: "skip", reason: present[0] });
    }),
  );
});

test("waits for its time and for the morning", () => {
  expect(mayMarket({ ...good, dueAt: later(hourMs) }, rules)).toEqual({ kind: "wait", until: later(hourMs) });
  const night = new Date("2026-11-24T03:00:00Z");
  const morning = new Date("2026-11-24T13:00:00Z");
  expect(mayMarket({ ...good, now: night }, rules)).toEqual({ kind: "wait", until: morning });
  const endsAtNight = { ...good, now: night, endsBy: new Date("2026-11-24T12:59:59Z") };
  expect(mayMarket(endsAtNight, rules)).toEqual({ kind: "skip", reason: "quiet_hours" });
});

test("only states with such a law limit texts a day", () => {
  const georgia = { zones: ["America/New_York"], states: ["GA"], isGuess: false } as const;
  expect(mayMarket({ ...good, area: georgia, textsInDay: 9 }, rules)).toEqual({ kind: "send" });
});
