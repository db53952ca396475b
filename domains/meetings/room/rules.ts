import type { AppointmentStatus } from "#domains/appointments/contract.ts";

/** A browser that was not heard of for so long is no longer present; open ones are heard of every 5 to 20 seconds. */
export const presentMs = 30_000;

/** So many browsers may have a customer's link open in front of one room, and so many signals wait for one of them. */
export const maxGuests = 5;
export const maxWaitingSignals = 100;

/** Whoever is in may stay so long after the meeting's end; nobody comes in anymore. */
const staysMs = 4 * 3_600_000;

/** What a customer's browser may do, and how long its request for news waits. */
export const guestLimits = {
  entries: { points: 30, seconds: 600 },
  entriesOfMeeting: { points: 200, seconds: 3600 },
  exchanges: { points: 240, seconds: 60 },
} as const;
export const newsWait = { longestMs: 20_000, everyMs: 1000, atOnce: 200 } as const;

/** True while a call may go on: staff have not said how the meeting went, and its end is not long past. */
export function mayStay(
  { status, ends_at }: { readonly status: AppointmentStatus; readonly ends_at: Date },
  now: Date,
): boolean {
  return status === 0 && now.getTime() < ends_at.getTime() + staysMs;
}

export interface SeatTimes {
  readonly seen_at: Date;
}

export const isPresent = ({ seen_at }: SeatTimes, now: Date) => now.getTime() - seen_at.getTime() < presentMs;

export interface GuestSeat extends SeatTimes {
  readonly state: "in" | "waiting";
}

/**
 * Where somebody who opens the customer's link comes to: the first one in, everybody after them in front of the room until the
 * host lets them in. Nobody follows by themselves when the first one is cut off.
 */
export function placeOfGuest(others: readonly GuestSeat[], now: Date): "in" | "waiting" | "full" {
  const present = others.filter((seat) => isPresent(seat, now));
  if (present.length === 0) return "in";
  return present.length < maxGuests ? "waiting" : "full";
}

/** Says whether a browser's picture of the room is still true. */
export function markOf(news: {
  readonly state: string;
  readonly peer: { readonly id: number; readonly is_present: boolean } | null;
  readonly waiting: readonly { readonly id: number }[];
}): string {
  const { state, peer, waiting } = news;
  return [state, peer ? `${peer.id}${peer.is_present ? "" : "-"}` : 0, ...waiting.map(({ id }) => id)]
    .join(" ")
    .slice(0, 80);
}
