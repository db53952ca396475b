import { maxDaysSnoozed, minMinutesSnoozed } from "./contract.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Why a chat can't be snoozed until this time, for users; empty when it can. */
export function snoozeError(until: Date, now: Date): string {
  const delay = until.getTime() - now.getTime();
  if (Number.isNaN(delay)) return "Choose when the conversation comes back";
  if (delay < minMinutesSnoozed * minuteMs) return "Choose a time at least a minute from now";
  return delay > maxDaysSnoozed * dayMs ? "Choose a time within a year" : "";
}
