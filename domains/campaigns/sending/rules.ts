import { type InboundWords, intentOf } from "#domains/inboundIntent/rules.ts";
import type { RecipientState } from "../text/fields.ts";

/** So many days back a conversation that a customer opens shows what campaigns texted them. */
export const shownDays = 90;

/** A recipient's state as the conversation shows it; undefined before the carrier has the text. */
export const messageStates = {
  pending: undefined,
  intended: undefined,
  accepted: "sending",
  sent: "sent",
  delivered: "delivered",
  failed: "failed",
  unknown: "unknown",
  skipped: undefined,
} as const satisfies Record<RecipientState, string | undefined>;

/** An opt-out is no reply to a campaign: it is counted by itself. */
export const isReply = (text: InboundWords) => intentOf(text) !== "stop";
