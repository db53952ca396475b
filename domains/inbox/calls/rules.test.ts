import { describe, expect, test } from "vitest";
import {
  announcements,
  belongsInChat,
  type CallFacts,
  defaultMissedCallText,
  memberPhoneProblem,
  outcomeOf,
  phonesToRing,
  recordingPart,
  ringSeconds,
  settleAfterTurns,
  shouldTextBack,
  strongerDial,
  textBackNow,
  turnsOf,
} from "./rules.ts";

const at = new Date("2026-05-01T12:00:00Z");
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  direction: "incoming",
  dialed: "",
  asked_at: null,
  accepted_at: null,
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

const outgoing = (more: Partial<CallFacts> = {}) => facts({ direction: "outgoing", ...more });

test.each([
  ["no facts yet", outgoing(), "ringing"],
  ["the member was asked to press the key", outgoing({ asked_at: at }), "ringing"],
  ["the member's voicemail picked up", outgoing({ asked_at: at, dialed: "unanswered" }), "unplaced"],
  ["the member didn't pick up", outgoing({ dialed: "unanswered" }), "unplaced"],
  ["the customer's phone rings", outgoing({ asked_at: at, accepted_at: at }), "ringing"],
  ["the customer picked up", outgoing({ asked_at: at, accepted_at: at, answered_at: at }), "answered"],
  ["the customer didn't pick up", outgoing({ asked_at: at, accepted_at: at, dialed: "unanswered" }), "missed"],
  ["the carrier knows only that somebody picked up", outgoing({ asked_at: at, dialed: "picked_up" }), "answered"],
] as const)("outgoing: %s: %s", (_, call, outcome) => {
  expect(outcomeOf(call, false)).toBe(outcome);
  expect(belongsInChat("voicemail", { ...call, recording_consent: 1 })).toBe(false);
});

test("a member's own phone rings, not the customer's nor one of the business's", () => {
  const call = { member: "+19095550177", customer: "+19095550123", own: ["+19095550100"] };
  expect(memberPhoneProblem(call)).toBeUndefined();
  expect(memberPhoneProblem({ ...call, member: "" })).toMatch(/^Enter the phone/);
  expect(memberPhoneProblem({ ...call, member: call.customer })).toMatch(/not the customer's/);
  expect(memberPhoneProblem({ ...call, own: [call.member] })).toMatch(/not one of your Rooftop numbers/);
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
  const phones = ["+19095550177", "", "+19095550178", "+19095550177"];
  const call = { phones, from: "+19095550123", to: "+19095550100", own: ["+19095550100"] };
  expect(phonesToRing(call)).toEqual(["+19095550177", "+19095550178"]);
  expect(phonesToRing({ ...call, from: "+19095550177" })).toEqual(["+19095550178"]);
  expect(phonesToRing({ ...call, own: ["+19095550178"] })).toEqual(["+19095550177"]);
  expect(phonesToRing({ ...call, to: "+19095550177", own: ["+19095550178"] })).toEqual([]);
});

test("several phones ring at once, or one after the other within the time of a call that is being set up", () => {
  const [first, second, third] = ["+19095550177", "+19095550178", "+19095550179"];
  const plan = { forwarded_to: first, also_rings: [second, third] };
  expect(turnsOf({ ...plan, ring: "all" })).toEqual([[first, second, third]]);
  expect(turnsOf({ ...plan, ring: "in_turn" })).toEqual([[first], [second], [third]]);
  expect(turnsOf({ forwarded_to: "", also_rings: [], ring: "in_turn" })).toEqual([]);
  // Carriers end a call that nobody takes after four minutes.
  expect(settleAfterTurns(5)).toBeLessThanOrEqual(240);
  expect(settleAfterTurns(5)).toBeGreaterThan(5 * ringSeconds + 60);
});

test("a number's own greeting replaces the welcome, and its whisper comes first", () => {
  const said = { business: "Harbor", greeting: "Welcome to the tent sale", isRecorded: true };
  expect(announcements.beforeRinging(said)).toBe("Welcome to the tent sale. This call will be recorded.");
  expect(announcements.beforeRinging({ ...said, isRecorded: false })).toBe("Welcome to the tent sale.");
  expect(announcements.beforeRinging({ ...said, greeting: "", isRecorded: false })).toBe("");
  expect(announcements.voicemail("Harbor", "Hello!")).toMatch(/^Hello! No one can take your call/);
  const call = { business: "Harbor", location: "Tampa", caller: "Rita", from: "", source: "Radio", isRecorded: false };
  expect(announcements.question({ ...call, whisper: "Tent sale" })).toBe(
    "Tent sale. A call for Harbor, Tampa, through Radio, from Rita.",
  );
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

describe("a missed caller is texted", () => {
  const at = (seconds: number | null) => (seconds === null ? null : new Date(Date.UTC(2026, 10, 20, 17, 0, seconds)));
  test.each<[string, "missed" | "voicemail", number | null, number | null, number, string]>([
    ["who left a message", "voicemail", 9, 12, 12, "yes"],
    ["who heard 3 seconds of the voicemail", "missed", 9, 12, 12, "yes"],
    ["who heard 2 seconds of a voicemail that answered at once", "missed", 0, 2, 2, "yes"],
    ["whose voicemail answered as they hung up", "missed", 9, 10, 10, "abandoned"],
    ["who hung up after 15 seconds of ringing", "missed", null, 15, 15, "yes"],
    ["who hung up after 14 seconds of ringing", "missed", null, 14, 14, "abandoned"],
    ["who is still on the line after 9 seconds", "missed", 9, null, 9, "wait"],
    ["who is still on the line after 20 seconds", "missed", 18, null, 20, "yes"],
  ])("%s", (_, state, voicemail, ended, now, expected) => {
    const call = { state, started_at: at(0) ?? new Date(), voicemail_at: at(voicemail), ended_at: at(ended) };
    expect(textBackNow(call, at(now) ?? new Date())).toBe(expected);
  });
});
