import { expect, test } from "vitest";
import {
  belongsInChat,
  type CallFacts,
  defaultMissedCallText,
  forwardTo,
  outcomeOf,
  recordingPart,
  shouldTextBack,
  strongerDial,
} from "./rules.ts";

const at = new Date("2026-05-01T12:00:00Z");
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  dialed: "",
  asked_at: null,
  answered_at: null,
  ...more,
});

test.each([
  ["no facts yet", facts(), false, "ringing"],
  ["somebody was asked to press a key", facts({ asked_at: at }), false, "ringing"],
  ["a person pressed the key", facts({ asked_at: at, answered_at: at }), false, "answered"],
  ["both sides were connected", facts({ dialed: "bridged" }), false, "answered"],
  ["it was picked up and no key was asked for", facts({ dialed: "picked_up" }), false, "answered"],
  ["a machine picked up", facts({ dialed: "picked_up", asked_at: at }), false, "missed"],
  ["the key was pressed as the caller hung up", facts({ dialed: "unanswered", answered_at: at }), false, "missed"],
  ["nobody picked up", facts({ dialed: "unanswered" }), false, "missed"],
  ["nobody picked up and a message was left", facts({ dialed: "unanswered" }), true, "voicemail"],
  ["a message was left, no dial result yet", facts(), true, "voicemail"],
  ["a recorded conversation is no voicemail", facts({ dialed: "bridged" }), true, "answered"],
] as const)("%s: %s", (_, call, hasMessage, outcome) => {
  expect(outcomeOf(call, hasMessage)).toBe(outcome);
});

test("the stronger dial result wins, in either order", () => {
  for (const [one, other, stronger] of [
    ["", "unanswered", "unanswered"],
    ["unanswered", "picked_up", "picked_up"],
    ["picked_up", "bridged", "bridged"],
    ["unanswered", "bridged", "bridged"],
  ] as const) {
    expect([strongerDial(one, other), strongerDial(other, one)]).toEqual([stronger, stronger]);
  }
});

test("a call's recording is kept only if announced; a voicemail only if nobody answered", () => {
  const [talked, missed] = [facts({ dialed: "bridged" }), facts({ dialed: "unanswered" })];
  expect(belongsInChat("call", { ...talked, recording_consent: 1 })).toBe(true);
  expect(belongsInChat("call", { ...talked, recording_consent: 0 })).toBe(false);
  expect(belongsInChat("call", { ...missed, recording_consent: 1 })).toBe(false);
  expect(belongsInChat("voicemail", { ...missed, recording_consent: 0 })).toBe(true);
  expect([recordingPart("", talked), recordingPart("", missed), recordingPart("call", missed)]).toEqual([
    "call",
    "voicemail",
    "call",
  ]);
});

test("a call is forwarded, but never to its caller or to the business's own numbers", () => {
  const call = { call_phone_no: "+19095550177", from: "+19095550123", to: "+19095550100", own: ["+19095550100"] };
  expect(forwardTo(call)).toBe("+19095550177");
  expect(forwardTo({ ...call, from: "+19095550177" })).toBe("");
  expect(forwardTo({ ...call, own: ["+19095550177"] })).toBe("");
  expect(forwardTo({ ...call, call_phone_no: "" })).toBe("");
});

test.each([
  [{}, true],
  [{ wanted: false }, false],
  [{ suppressed: true }, false],
  [{ last: new Date(at.getTime() - 19 * 60_000) }, false],
  [{ last: new Date(at.getTime() - 20 * 60_000) }, true],
])("texts a missed caller with %j: %s", (more, expected) => {
  expect(shouldTextBack({ wanted: true, suppressed: false, last: null, now: at, ...more })).toBe(expected);
});

test("the default text names the business", () => {
  expect(defaultMissedCallText("Harbor Motors")).toMatch(/Harbor Motors$/);
});
