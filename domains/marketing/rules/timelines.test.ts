import fc from "fast-check";
import { expect, test } from "vitest";
import { wallTimeAt } from "#core/wallTime.ts";
import { inDepth } from "#testing/deep.ts";
import { locateRecipient, type MarketingFacts, mayMarket, initialQuietHours as rules } from "./rules.ts";

/*
 * Random lives of one phone, told to the gate and to a plain model of the law: people opt out and in, are imported, deleted
 * and moved, time passes, and campaigns come. The model knows nothing of the gate's order of reasons or of its search for
 * the next morning.
 */

const places = {
  NY: "1 Elm St, Albany, NY 12207",
  FL: "1 Elm St, Miami, FL 33101",
  TX: "1 Elm St, Austin, TX 78701",
  CA: "1 Elm St, Fresno, CA 93701",
} as const;
const zoneOf = { NY: "America/New_York", FL: "America/New_York", TX: "America/Chicago", CA: "America/Los_Angeles" };
type State = keyof typeof places;
const states = Object.keys(places) as State[];

interface Plain {
  kind: "STOP" | "START" | "import" | "asks" | "delete" | "restore";
}
type Event =
  | Plain
  | { kind: "move"; to: State }
  | { kind: "pass"; minutes: number }
  | { kind: "campaign"; excludeDays: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>(
    ...(["STOP", "START", "import", "asks", "delete", "restore"] as const).map((kind) => ({ kind })),
  ),
  fc.constantFrom(...states).map((to): Event => ({ kind: "move", to })),
  fc.integer({ min: 1, max: 3_000 }).map((minutes): Event => ({ kind: "pass", minutes })),
  fc.constantFrom(0, 0, 1, 7).map((excludeDays): Event => ({ kind: "campaign", excludeDays })),
  fc.constantFrom(0, 0, 1, 7).map((excludeDays): Event => ({ kind: "campaign", excludeDays })),
);

const from = Date.parse("2026-01-01T00:00:00Z");
const begins = fc.integer({ min: from, max: Date.parse("2030-12-31T00:00:00Z") });
const dayMs = 86_400_000;

/** The hours of the law, as people write them. */
function isWithinHours(state: State, at: number): boolean {
  const { date, minutes } = wallTimeAt(new Date(at), zoneOf[state]);
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0;
  if (state === "FL") return minutes >= 8 * 60 && minutes < 20 * 60;
  if (state === "TX") return minutes >= (isSunday ? 12 : 9) * 60 && minutes < 21 * 60;
  return minutes >= 8 * 60 && minutes < 21 * 60;
}

test("in 50,000 random lives nothing leaves after a STOP, outside of a recipient's hours, or past a limit", () => {
  fc.assert(
    fc.property(begins, fc.array(event, { minLength: 3, maxLength: 14 }), (start, events) => {
      let now = start;
      let state: State = "NY";
      let consent: MarketingFacts["consent"] = "unknown";
      let isRemoved = false;
      const handed: number[] = [];
      for (const one of events) {
        if (one.kind === "pass") now += one.minutes * 60_000;
        else if (one.kind === "move") state = one.to;
        else if (one.kind === "delete" || one.kind === "restore") isRemoved = one.kind === "delete";
        else if (one.kind === "STOP") consent = "revoked";
        else if (one.kind === "START") consent = "granted";
        // Neither an import nor a vague text changes what somebody said clearly.
        else if (one.kind === "import") consent = consent === "unknown" ? "attested" : consent;
        else if (one.kind === "asks") consent = consent === "revoked" ? consent : "asked";
        else if (one.kind === "campaign") {
          const within = (days: number) => handed.filter((at) => now - at < days * dayMs).length;
          const area = locateRecipient({ time_zone: "", address: places[state], phone: "+15182000001" }, "Asia/Tokyo");
          const at = new Date(now);
          const facts = { isRemoved, isTextable: true, isDuplicate: false, consent, isCancelled: false, area };
          const count = { isRecent: within(one.excludeDays) > 0, textsInDay: within(1) };
          const times = { dueAt: at, now: at, endsBy: new Date(now + 3 * dayMs) };
          const decision = mayMarket({ isUnanswered: false, ...facts, ...count, ...times } as MarketingFacts, rules);
          const agreed = consent === "granted" || consent === "attested";
          const isBelowLimit = state !== "FL" || within(1) < 3;
          const isAllowed = agreed && !isRemoved && within(one.excludeDays) === 0 && isBelowLimit;
          expect(decision.kind === "send").toBe(isAllowed && isWithinHours(state, now));
          expect(decision.kind === "skip").toBe(!isAllowed);
          if (decision.kind === "wait") expect(isWithinHours(state, decision.until.getTime())).toBe(true);
          if (decision.kind === "send") handed.push(now);
        }
      }
    }),
    { numRuns: inDepth(50_000, 2_000) },
  );
});
