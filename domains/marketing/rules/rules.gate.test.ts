import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type MailMarketingFacts,
  type MarketingFacts,
  mayMarket,
  initialQuietHours as rules,
  type SkipReason,
  skipReasons,
  skipReasonTexts,
} from "./rules.ts";

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

/** What makes each reason of a text true. */
const causes = {
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
} satisfies Partial<Record<SkipReason, Partial<MarketingFacts>>>;
const textReasons = skipReasons.filter((reason) => reason in causes) as (keyof typeof causes)[];

const goodMail: MailMarketingFacts = {
  channel: "email",
  isRemoved: false,
  hasAddress: true,
  isDuplicate: false,
  suppression: null,
  isUnanswered: false,
  isRecent: false,
  isCancelled: false,
  dueAt: noon,
  now: noon,
};

/** What makes each reason of a mail true. */
const mailCauses = {
  removed: { isRemoved: true },
  no_address: { hasAddress: false },
  duplicate: { isDuplicate: true },
  unsubscribed: { suppression: "unsubscribed" },
  bounced: { suppression: "bounced" },
  complained: { suppression: "complained" },
  unanswered: { isUnanswered: true },
  recent: { isRecent: true },
  cancelled: { isCancelled: true },
} satisfies Partial<Record<SkipReason, Partial<MailMarketingFacts>>>;
const mailReasons = skipReasons.filter((reason) => reason in mailCauses) as (keyof typeof mailCauses)[];

test("every reason has its words, and is one of a text or of a mail", () => {
  expect([...new Set([...textReasons, ...mailReasons])].sort()).toEqual(skipReasons.toSorted());
  for (const reason of skipReasons) expect(skipReasonTexts[reason]).not.toBe("");
});

test("sends to those who agreed, and attested ones, within their hours", () => {
  expect(mayMarket(good, rules)).toEqual({ kind: "send" });
  expect(mayMarket({ ...good, consent: "attested", textsInDay: 2 }, rules)).toEqual({ kind: "send" });
});

test.each(textReasons)("skips a text for %s", (reason) => {
  expect(mayMarket({ ...good, ...causes[reason] }, rules)).toEqual({ kind: "skip", reason });
});

test.each(mailReasons)("skips a mail for %s", (reason) => {
  expect(mayMarket({ ...goodMail, ...mailCauses[reason] }, rules)).toEqual({ kind: "skip", reason });
});

test("sends a mail at any hour, and before its time waits", () => {
  const night = new Date("2026-11-24T03:00:00Z");
  expect(mayMarket({ ...goodMail, now: night }, rules)).toEqual({ kind: "send" });
  expect(mayMarket({ ...goodMail, dueAt: night }, rules)).toEqual({ kind: "wait", until: night });
});

test("of several reasons of a mail it gives the first", () => {
  const suppressions: readonly SkipReason[] = ["unsubscribed", "bounced", "complained"];
  fc.assert(
    fc.property(fc.subarray([...mailReasons], { minLength: 1 }), (chosen) => {
      // A mailbox is suppressed for one reason only.
      const suppression = chosen.find((reason) => suppressions.includes(reason));
      const present = chosen.filter((reason) => !suppressions.includes(reason) || reason === suppression);
      const facts = Object.assign({}, goodMail, ...present.map((reason) => mailCauses[reason]));
      expect(mayMarket(facts, rules)).toEqual({ kind: "skip", reason: present[0] });
    }),
  );
});

test("of several reasons it gives the first", () => {
  const consents: readonly SkipReason[] = ["opted_out", "asked", "no_consent"];
  fc.assert(
    fc.property(fc.subarray([...textReasons], { minLength: 1 }), (chosen) => {
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
