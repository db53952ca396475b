import type { AppointmentStatus } from "#domains/appointments/contract.ts";

/** After this time without a request a browser isn't present; open ones ask every 5 to 20 seconds. */
export const presentMs = 30_000;

/** Limits of waiting browsers per link, and of waiting signals for each. */
export const maxGuests = 5;
export const maxWaitingSignals = 100;

/** How long a call may run after the meeting's end; joining ends with the meeting. */
const staysMs = 4 * 3_600_000;

/** What a customer's browser may do, and how long its request for news waits. */
export const guestLimits = {
  entries: { points: 30, seconds: 600 },
  entriesOfMeeting: { points: 200, seconds: 3600 },
  exchanges: { points: 240, seconds: 60 },
} as const;
export const newsWait = { longestMs: 20_000, everyMs: 1000, atOnce: 200 } as const;

/** True while a call may continue: staff have not said how the meeting went, and its end is not long past. */
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
 * Where the customer's link leads: the first guest into the room, later ones in front of it until the host lets them
 * in.
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
