import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roles } from "#core/people.ts";
import { inDepth } from "#testing/deep.ts";
import { afterAnswer, callTimeProblem, emailProblem, mayChangeCall, noAnswerText } from "./rules.ts";

const now = new Date("2026-11-20T15:00:30Z");
const minuteMs = 60_000;

describe("an address", () => {
  test.each([
    ["", undefined, "This customer has no email address. Add one first."],
    ["  ", "bounced", "This customer has no email address. Add one first."],
    ["a@b.co", undefined, undefined],
    ["a@b.co", "unsubscribed", undefined],
    ["a@b.co", "bounced", "Email to a@b.co came back. Update the address to email this customer."],
    ["a@b.co", "complained", "a@b.co marked an email from you as spam, so it can't be emailed. Call or text instead."],
  ] as const)("%j %s: %s", (email, suppression, problem) => {
    expect(emailProblem(email, suppression)).toBe(problem);
  });
});

describe("what becomes of an email", () => {
  test.each([
    [{ kind: "accepted" }, 1, { state: "sent", reason: "" }],
    [{ kind: "lost" }, 1, { state: "unknown", reason: noAnswerText }],
    [{ kind: "barred", words: "No" }, 1, { state: "failed", reason: "No" }],
    [{ kind: "refused", words: "550 no", bounce: "hard" }, 1, { state: "bounced", reason: "550 no" }],
    [{ kind: "refused", words: "452 full", bounce: "soft" }, 1, { state: "failed", reason: "452 full" }],
    [{ kind: "refused", words: "x".repeat(400) }, 1, { state: "failed", reason: "x".repeat(300) }],
    [{ kind: "busy" }, 1, { state: "waiting", due_at: new Date("2026-11-20T15:01:30Z") }],
    [{ kind: "busy", retryAfter: 600 }, 1, { state: "waiting", due_at: new Date("2026-11-20T15:10:30Z") }],
    [{ kind: "busy" }, 5, { state: "waiting", due_at: new Date("2026-11-20T19:00:30Z") }],
    [{ kind: "busy" }, 6, { state: "failed", reason: "The mail server took no email for hours." }],
  ] as const)("%j at try %i", (outcome, attempts, change) => {
    expect(afterAnswer(outcome, attempts, now)).toEqual(change);
  });

  test("never sends again what may have left", () => {
    const outcome = fc.oneof(fc.constant({ kind: "accepted" } as const), fc.constant({ kind: "lost" } as const));
    fc.assert(
      fc.property(outcome, fc.integer({ min: 1, max: 9 }), (answer, attempts) => {
        expect(afterAnswer(answer, attempts, now).state).not.toBe("waiting");
      }),
      { numRuns: inDepth(1_000, 50) },
    );
  });
});

describe("a call's time", () => {
  const since = new Date("2026-11-20T14:30:45Z");
  const future = "This is in the future. Select when you called.";
  const early = "This is before the customer was added. Select a later time.";
  test.each([
    ["2026-11-20T15:00:30Z", undefined],
    ["2026-11-20T15:01:30Z", undefined],
    ["2026-11-20T15:01:31Z", future],
    ["2999-01-01T00:00:00Z", future],
    // A minute as a field has it.
    ["2026-11-20T14:30:00Z", undefined],
    ["2026-11-20T14:29:59Z", early],
    ["1970-01-01T00:00:00Z", early],
  ])("%s: %s", (at, problem) => {
    expect(callTimeProblem(new Date(at), { now, since })).toBe(problem);
  });

  test("is always good between the two", () => {
    fc.assert(
      fc.property(fc.integer({ min: since.getTime(), max: now.getTime() + minuteMs }), (at) => {
        expect(callTimeProblem(new Date(at), { now, since })).toBeUndefined();
      }),
      { numRuns: inDepth(1_000, 50) },
    );
  });
});

test.each(roles)("a %s changes their own calls", (role) => {
  expect(mayChangeCall({ user_id: 7, role }, 7)).toBe(true);
  expect(mayChangeCall({ user_id: 7, role }, 8)).toBe(role === "dealer" || role === "manager");
});
