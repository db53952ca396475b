import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canUndo, type DueTextFacts, refusalReason, secondsUntil, sendTimeError } from "./rules.ts";

const now = new Date("2026-03-08T06:30:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("the time", () => {
  test.each([
    [59, "Select a time at least a minute from now"],
    [-10, "Select a time at least a minute from now"],
    [60, ""],
    [365 * 86_400, ""],
    [365 * 86_400 + 1, "Select a time within a year"],
    [Number.NaN, "Select when to send it"],
  ])("%i seconds ahead: %j", (seconds, problem) => expect(sendTimeError(inSeconds(seconds), now)).toBe(problem));

  test("a timer for it never fires early, and at most a second late", () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 40_000_000_000 }), (delay) => {
        const instant = new Date(now.getTime() + delay);
        const lateness = now.getTime() + 1000 * secondsUntil(instant, now) - instant.getTime();
        expect(lateness).toBeGreaterThanOrEqual(0);
        expect(lateness).toBeLessThan(delay > 0 ? 1000 : 1 - delay + 1000);
      }),
    );
  });
});

test("only unsent texts can be taken back", () => {
  expect((["waiting", "sent", "refused", "undone"] as const).filter(canUndo)).toEqual(["waiting", "refused"]);
});

describe("at its time", () => {
  const optedOut = "This customer has opted out of text messages.";
  const fine: DueTextFacts = {
    isCustomerDeleted: false,
    cannot_send: "",
    last_received_at: null,
    written_at: now,
    unless_reply: 1,
  };
  test.each<[string, Partial<DueTextFacts>, string]>([
    ["all is well", {}, ""],
    ["the customer was deleted", { isCustomerDeleted: true, cannot_send: optedOut }, "This customer was deleted."],
    ["they opted out", { cannot_send: optedOut }, optedOut],
    ["they wrote since", { last_received_at: inSeconds(1) }, "The customer texted or called before it was due."],
    ["they wrote since, which doesn't matter", { last_received_at: inSeconds(1), unless_reply: 0 }, ""],
    ["they wrote before", { last_received_at: inSeconds(-1) }, ""],
  ])("%s", (_, facts, reason) => expect(refusalReason({ ...fine, ...facts })).toBe(reason));

  test("a text that can't be sent is never sent", () => {
    const heard = fc.option(fc.date({ noInvalidDate: true }));
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom(0, 1), heard, (isCustomerDeleted, unless_reply, last_received_at) => {
        expect(
          refusalReason({ ...fine, isCustomerDeleted, unless_reply, last_received_at, cannot_send: optedOut }),
        ).not.toBe("");
      }),
    );
  });
});
