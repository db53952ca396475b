import VoiceResponse from "twilio/lib/twiml/VoiceResponse.js";
import { type CallKey, type NextStep, takingWords } from "./voice.ts";

/** Two hours: nobody talks longer with a dealership, and a forgotten receiver costs money. */
const longestTalk = 7_200;
/** Seconds in which the key has to be pressed. */
const patience = 8;
/** Seconds of silence that end a message. */
const silence = 8;

/** Where we are reached about a call. */
export interface At {
  /** The beginning of every webhook's address. */
  readonly root: string;
  readonly call: CallKey;
}

export const endsHere = "<Response><Hangup/></Response>";

/** The next step of a call, in Twilio's language. */
export function stepIn(at: At, step: NextStep): string {
  const said = new VoiceResponse();
  if (step.kind === "forward") {
    if (step.announcement) said.say(step.announcement);
    const dial = said.dial({
      action: addressOf(at, "voice/dialed"),
      timeout: step.rings,
      timeLimit: longestTalk,
      // The caller hears it ring until a person has taken the call.
      answerOnBridge: true,
      ...(step.isRecorded && { record: "record-from-answer-dual" as const, ...recorded(at, "call") }),
    });
    // A mobile's own voicemail picks up too, but presses no key.
    dial.number({ url: addressOf(at, "voice/picked-up"), method: "POST" }, step.to);
  } else if (step.kind === "voicemail") {
    said.say(step.greeting);
    said.record({
      action: addressOf(at, "voice/left"),
      maxLength: step.longest,
      timeout: silence,
      finishOnKey: "#",
      playBeep: true,
      trim: "trim-silence",
      ...recorded(at, "voicemail"),
    });
    // Reached when nothing was said.
    said.hangup();
  } else {
    if (step.words) said.say(step.words);
    said.hangup();
  }
  return said.toString();
}

/** Asks whoever picked up the other phone to press the key that takes the call. */
export function question(at: At, words: string): string {
  const said = new VoiceResponse();
  const gather = said.gather({ action: addressOf(at, "voice/accepted"), numDigits: 1, timeout: patience });
  gather.say(`${words} ${takingWords}`);
  said.hangup();
  return said.toString();
}

function recorded(at: At, part: "call" | "voicemail") {
  return {
    recordingStatusCallback: addressOf(at, "recording", { part }),
    recordingStatusCallbackEvent: ["completed" as const, "absent" as const],
  };
}

function addressOf({ root, call }: At, path: string, more: Record<string, string> = {}): string {
  return `${root}/${path}?${new URLSearchParams({ CallSid: call.sid, From: call.from, To: call.to, ...more })}`;
}
