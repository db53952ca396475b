import { expect, test } from "vitest";
import { type CallFacts, forwardTo, isHeard, mayText, outcomeOf, partOf, strongerDial, usualWords } from "./rules.ts";

const at = new Date("2026-05-01T12:00:00Z");
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  dialed: "",
  asked_at: null,
  answered_at: null,
  ...more,
});

test.each([
  ["nothing is known", facts(), false, "ringing"],
  ["somebody was asked", facts({ asked_at: at }), false, "ringing"],
  ["a person pressed the key", facts({ asked_at: at, answered_at: at }), false, "answered"],
  ["the two talked", facts({ dialed: "bridged" }), false, "answered"],
  ["it was picked up without a question", facts({ dialed: "picked_up" }), false, "answered"],
  ["a machine picked up", facts({ dialed: "picked_up", asked_at: at }), false, "missed"],
  ["the key was pressed as the caller hung up", facts({ dialed: "unanswered", answered_at: at }), false, "missed"],
  ["nobody picked up", facts({ dialed: "unanswered" }), false, "missed"],
  ["nobody picked up and something was said", facts({ dialed: "unanswered" }), true, "voicemail"],
  ["something was said, the rest is not told yet", facts(), true, "voicemail"],
  ["a talk is no voicemail", facts({ dialed: "bridged" }), true, "answered"],
] as const)("%s: %s", (_, call, hasMessage, outcome) => {
  expect(outcomeOf(call, hasMessage)).toBe(outcome);
});

test("what says more about the end of the ringing counts, in whatever order", () => {
  for (const [one, other, stronger] of [
    ["", "unanswered", "unanswered"],
    ["unanswered", "picked_up", "picked_up"],
    ["picked_up", "bridged", "bridged"],
    ["unanswered", "bridged", "bridged"],
  ] as const) {
    expect([strongerDial(one, other), strongerDial(other, one)]).toEqual([stronger, stronger]);
  }
});

test("a talk is heard only where it was announced; a message only where nobody talked", () => {
  const [talked, missed] = [facts({ dialed: "bridged" }), facts({ dialed: "unanswered" })];
  expect(isHeard("call", { ...talked, recording_consent: 1 })).toBe(true);
  expect(isHeard("call", { ...talked, recording_consent: 0 })).toBe(false);
  expect(isHeard("call", { ...missed, recording_consent: 1 })).toBe(false);
  expect(isHeard("voicemail", { ...missed, recording_consent: 0 })).toBe(true);
  expect([partOf("", talked), partOf("", missed), partOf("call", missed)]).toEqual(["call", "voicemail", "call"]);
});

test("a call rings where it is forwarded to, never at its caller's or at our own numbers", () => {
  const place = { call_phone_no: "+19095550177", from: "+19095550123", to: "+19095550100", own: ["+19095550100"] };
  expect(forwardTo(place)).toBe("+19095550177");
  expect(forwardTo({ ...place, from: "+19095550177" })).toBe("");
  expect(forwardTo({ ...place, own: ["+19095550177"] })).toBe("");
  expect(forwardTo({ ...place, call_phone_no: "" })).toBe("");
});

test.each([
  [{}, true],
  [{ wanted: false }, false],
  [{ suppressed: true }, false],
  [{ last: new Date(at.getTime() - 19 * 60_000) }, false],
  [{ last: new Date(at.getTime() - 20 * 60_000) }, true],
])("a caller may be texted with %j: %s", (more, may) => {
  expect(mayText({ wanted: true, suppressed: false, last: null, now: at, ...more })).toBe(may);
});

test("the usual words name the business", () => {
  expect(usualWords("Harbor Motors")).toMatch(/Harbor Motors$/);
});
