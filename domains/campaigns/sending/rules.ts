import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
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

const minuteMs = 60_000;
/** Carriers' codes for too many texts within a minute, and within a day. */
const [tooManyAMinute, tooManyADay] = ["30022", "30023"];
export const isRateCode = (code: string) => code === tooManyAMinute || code === tooManyADay;
/** Whose midnight begins the day of the carriers that count by day. */
const carriersZone = "America/Los_Angeles";

/** Until when a number rests after a carrier refused a text with this code. */
export function restUntil(code: string, now: Date): Date {
  if (code === tooManyAMinute) return new Date(now.getTime() + minuteMs);
  if (code !== tooManyADay) return new Date(now.getTime() + 10 * minuteMs);
  const tomorrow = daysLater(wallTimeAt(now, carriersZone).date, 1);
  return instantAt({ date: tomorrow, minutes: 0 }, carriersZone, "next");
}
