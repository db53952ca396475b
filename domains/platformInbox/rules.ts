import { type InboundIntent, type InboundWords, intentOf } from "#domains/inboundIntent/rules.ts";
import type { PlatformText } from "./contract.ts";

/** What a text to the platform's number asks for. */
export type PlatformTextIntent = InboundIntent | "other";

/** Milliseconds in which a phone gets at most one reply to texts that are no keyword. */
export const replyPauseMs = 24 * 3600 * 1000;

export interface PlatformTextContext {
  /** The phone replied STOP before. */
  readonly isOptedOut: boolean;
  /** A text without a keyword was replied to within `replyPauseMs`. */
  readonly wasRepliedTo: boolean;
  /** The carrier confirmed the keyword itself, or the sender is a number of ours, which could reply to the reply. */
  readonly needsNoReply: boolean;
  /** Where HELP sends people. */
  readonly contact: string;
}

export interface PlatformTextOutcome {
  readonly intent: PlatformTextIntent;
  /** Whether the phone has opted out after this text. */
  readonly isOptedOut: boolean;
  /** Empty: no reply. */
  readonly reply: string;
}

/** What follows from a text to the number that codes are sent from. */
export function outcomeOf(text: InboundWords, context: PlatformTextContext): PlatformTextOutcome {
  const intent = intentOf(text, context.isOptedOut) ?? "other";
  const isOptedOut = intent === "stop" || (context.isOptedOut && intent !== "start");
  const reply = context.needsNoReply ? "" : replyTo(intent, isOptedOut, context);
  return { intent, isOptedOut, reply };
}

function replyTo(intent: PlatformTextIntent, isOptedOut: boolean, context: PlatformTextContext): string {
  if (intent === "help") return replies.help(context.contact);
  // Only a change is confirmed; other texts of an opted-out phone get no reply.
  if (intent === "stop" || intent === "start") return isOptedOut === context.isOptedOut ? "" : replies[intent];
  return isOptedOut || context.wasRepliedTo ? "" : replies.other;
}

/** The request as the operator reads it. */
export const intentText: Record<PlatformTextIntent, string> = {
  stop: "Opt out",
  start: "Opt in",
  help: "Help",
  asked: "Possible opt-out",
  other: "—",
};

/** The automatic reply with the outcome of it; empty without one. */
export function replyText({ reply, reply_state }: Pick<PlatformText, "reply" | "reply_state">): string {
  if (reply === "") return "";
  const state = { none: "", queued: " (sending)", sending: " (sending)", sent: "", failed: " (not sent)", unknown: "" };
  return `Auto${state[reply_state]}: ${reply}`;
}

/** The automatic replies. */
export const replies = {
  stop: "Rooftop: You're unsubscribed and won't get texts from this number. We'll email your sign-in codes instead. Reply START to resubscribe.",
  start: "Rooftop: You'll get sign-in codes by text again. Reply HELP for help or STOP to unsubscribe.",
  help: (contact: string) =>
    `Rooftop: This number sends sign-in codes and account notices. For help, contact us at ${contact}. Reply STOP to unsubscribe.`,
  other:
    "Rooftop: This number only sends sign-in codes and notices. To reach a business, text its own number. Reply HELP for help or STOP to unsubscribe.",
};
