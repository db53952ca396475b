import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AtItsTime, mayUndo, momentProblem, refusalAt, secondsUntil } from "./rules.ts";

const now = new Date("2026-03-08T06:30:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("the moment", () => {
  test.each([
    [59, "Please choose a time that is at least a minute from now"],
    [-10, "Please choose a time that is at least a minute from now"],
    [60, ""],
    [365 * 86_400, ""],
    [365 * 86_400 + 1, "Please choose a time within a year from now"],
    [Number.NaN, "Please choose when it is to be sent"],
  ])("%i seconds ahead: %j", (seconds, problem) => expect(momentProblem(inSeconds(seconds), now)).toBe(problem));

  test("whoever waits until then is never early, and never more than a second late", () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 40_000_000_000 }), (ahead) => {
        const moment = new Date(now.getTime() + ahead);
        const waited = now.getTime() + 1000 * secondsUntil(moment, now) - moment.getTime();
        expect(waited).toBeGreaterThanOrEqual(0);
        expect(waited).toBeLessThan(ahead > 0 ? 1000 : 1 - ahead + 1000);
      }),
    );
  });
});

test("only what has not gone can be taken back", () => {
  expect((["waiting", "sent", "refused", "undone"] as const).filter(mayUndo)).toEqual(["waiting", "refused"]);
});

describe("at its time", () => {
  const optedOut = "This customer has opted out of text messages.";
  const fine: AtItsTime = { isGone: false, cannot_send: "", heard_at: null, written_at: now, unless_reply: 1 };
  test.each<[string, Partial<AtItsTime>, string]>([
    ["all is well", {}, ""],
    ["the customer is gone", { isGone: true, cannot_send: optedOut }, "This customer was deleted."],
    ["they opted out", { cannot_send: optedOut }, optedOut],
    ["they wrote since", { heard_at: inSeconds(1) }, "The customer wrote or called before it was due."],
    ["they wrote since, which doesn't matter", { heard_at: inSeconds(1), unless_reply: 0 }, ""],
    ["they wrote before", { heard_at: inSeconds(-1) }, ""],
  ])("%s", (_, facts, reason) => expect(refusalAt({ ...fine, ...facts })).toBe(reason));

  test("what could not be sent now is never sent", () => {
    const heard = fc.option(fc.date({ noInvalidDate: true }));
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom(0, 1), heard, (isGone, unless_reply, heard_at) => {
        expect(refusalAt({ ...fine, isGone, unless_reply, heard_at, cannot_send: optedOut })).not.toBe("");
      }),
    );
  });
});
