import { expect, test } from "vitest";
import type { CallPhase } from "./callView.ts";
import { mediaWords, peerWords, stateWords } from "./texts.ts";

const host = { name: "Sunrise Motors", inWords: "Sunrise Motors", number: "(909) 555-0100", isHost: true };
const customer = { name: "Ana Diaz", inWords: "the customer", number: "(909) 555-0123", isHost: false };
const words = (phase: CallPhase, other = host) => stateWords({ phase, refusal: "Why not." }, other);

test.each([
  ["waiting", host, "Waiting for Sunrise Motors…"],
  ["held", host, "Someone else is in this meeting. Wait here: Sunrise Motors can let you in."],
  ["connecting", host, "Connecting…"],
  ["reconnecting", host, "Reconnecting…"],
  ["blocked", host, "Your network blocks the video connection. Call Sunrise Motors at (909) 555-0100 instead."],
  ["blocked", customer, "Your network blocks the video connection. Call the customer at (909) 555-0123 instead."],
  ["blocked", { ...customer, number: "" }, "Your network blocks the video connection. Call the customer instead."],
  ["over", host, "This meeting is over."],
  ["refused", host, "Why not."],
] as const)("%s", (phase, other, expected) => expect(words(phase, other)).toBe(expected));

test.each([
  [undefined, undefined, ""],
  [
    "denied",
    "denied",
    "Your browser blocks your camera and microphone. Select the icon beside the address, allow it, and join again.",
  ],
  [undefined, "missing", "No camera found. You join with sound only."],
  [undefined, "busy", "Another program uses your camera. Close it, then turn it on here. You join with sound only."],
  ["missing", undefined, "No microphone found. Others can't hear you."],
  ["missing", "missing", "No camera or microphone found. You can see and hear others."],
  [
    "unsupported",
    "unsupported",
    "This browser can't use your camera and microphone on this page. Open the link in another browser.",
  ],
] as const)("a microphone that is %s and a camera that is %s", (microphoneProblem, cameraProblem, expected) =>
  expect(mediaWords({ microphoneProblem, cameraProblem })).toBe(expected),
);

test("of the other side, what is off is said while the two are connected", () => {
  const peer = { isMuted: true, hasCamera: false, isSharing: false };
  expect(peerWords({ phase: "connected", peer }, "Ana")).toBe("Ana's camera is off · Ana is muted");
  expect(peerWords({ phase: "connected", peer: { ...peer, hasCamera: true, isSharing: true } }, "Ana")).toBe(
    "Ana is sharing a screen · Ana is muted",
  );
  expect(peerWords({ phase: "waiting", peer }, "Ana")).toBe("");
});
