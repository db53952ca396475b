import { acceptPrompt, type CallKey, connectPrompt, type NextStep, type OutgoingCall } from "../voice.ts";

/** Two hours: limits the cost of a call that was never hung up. */
const maxCallSeconds = 7_200;
/** Seconds to wait for the accept key. */
const keyTimeout = 8;
/** Seconds of silence that end a message. */
const silenceTimeout = 8;

/** Identifies the webhooks of a call. */
export interface CallWebhookContext {
  /** The base URL of every webhook. */
  readonly root: string;
  readonly call: CallKey;
}

/** Loads the SDK's part that writes TwiML at the first call. */
async function openResponse() {
  const { default: VoiceResponse } = await import("twilio/lib/twiml/VoiceResponse.js");
  return new VoiceResponse();
}

export const hangUpTwiml = "<Response><Hangup/></Response>";

/** TwiML for the next step of a call. */
export async function stepTwiml(context: CallWebhookContext, step: NextStep): Promise<string> {
  const response = await openResponse();
  if (step.kind === "forward") {
    if (step.announcement) response.say(step.announcement);
    const dial = response.dial({
      action: webhookUrl(context, "voice/dialed", { turn: String(step.turn) }),
      timeout: step.rings,
      timeLimit: maxCallSeconds,
      // The caller hears ringing until a person accepts the call.
      answerOnBridge: true,
      ...(step.isRecorded && { record: "record-from-answer-dual" as const, ...recordingCallback(context, "call") }),
    });
    // A mobile's own voicemail also picks up, but never presses the key.
    for (const phone of step.to) dial.number({ url: webhookUrl(context, "voice/picked-up"), method: "POST" }, phone);
  } else if (step.kind === "connect") {
    const dial = response.dial({
      action: webhookUrl(context, "voice/dialed"),
      callerId: step.shown,
      timeout: step.rings,
      timeLimit: maxCallSeconds,
      answerOnBridge: true,
      ...(step.isRecorded && { record: "record-from-answer-dual" as const, ...recordingCallback(context, "call") }),
    });
    // Says when the customer picks up, and lets them hear of the recording first.
    dial.number({ url: webhookUrl(context, "voice/answered"), method: "POST" }, step.to);
  } else if (step.kind === "voicemail") {
    response.say(step.greeting);
    response.record({
      action: webhookUrl(context, "voice/left"),
      maxLength: step.longest,
      timeout: silenceTimeout,
      finishOnKey: "#",
      playBeep: true,
      trim: "trim-silence",
      ...recordingCallback(context, "voicemail"),
    });
    // Reached when the caller said nothing.
    response.hangup();
  } else {
    if (step.words) response.say(step.words);
    response.hangup();
  }
  return response.toString();
}

/** TwiML that asks whoever picked up the other phone to press the accept key. */
export const acceptPromptTwiml = (context: CallWebhookContext, words: string) =>
  keyPromptTwiml(context, "voice/accepted", `${words} ${acceptPrompt}`);

/** TwiML that asks the member who places a call to press the key: their own voicemail never does. */
export const connectPromptTwiml = (context: CallWebhookContext, words: string) =>
  keyPromptTwiml(context, "voice/connect", `${words} ${connectPrompt}`);

async function keyPromptTwiml(context: CallWebhookContext, path: string, words: string): Promise<string> {
  const response = await openResponse();
  const gather = response.gather({ action: webhookUrl(context, path), numDigits: 1, timeout: keyTimeout });
  gather.say(words);
  response.hangup();
  return response.toString();
}

/** TwiML for the customer who picked up, before the two are connected. */
export async function sayTwiml(words: string): Promise<string> {
  const response = await openResponse();
  if (words) response.say(words);
  return response.toString();
}

/** The body of the request that rings a member's phone. */
export function placeCallForm(root: string, { reference, from, to, member, rings }: OutgoingCall): URLSearchParams {
  const context = { root, call: { sid: reference, from, to } };
  return new URLSearchParams({
    To: member,
    From: from,
    Url: webhookUrl(context, "voice/member"),
    Method: "POST",
    Timeout: String(rings),
    TimeLimit: String(maxCallSeconds),
    StatusCallback: webhookUrl(context, "recording"),
    StatusCallbackMethod: "POST",
  });
}

function recordingCallback(context: CallWebhookContext, part: "call" | "voicemail") {
  return {
    recordingStatusCallback: webhookUrl(context, "recording", { part }),
    recordingStatusCallbackEvent: ["completed" as const, "absent" as const],
  };
}

function webhookUrl({ root, call }: CallWebhookContext, path: string, more: Record<string, string> = {}): string {
  return `${root}/${path}?${new URLSearchParams({ CallSid: call.sid, From: call.from, To: call.to, ...more })}`;
}
