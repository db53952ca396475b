const hour = 3600;

/** How long a ticket waits for its code, and after the right one for the new password, in seconds. */
export const ticketSeconds = 1800;

/** What is said of a ticket that sets no password, whatever is wrong with it. */
export const endedTicket = "This reset has ended. Please ask for a new code.";

/** Codes that one address can ask for, so that its mailbox is not flooded and others' guesses stay few. */
export const askings = { points: 5, seconds: hour } as const;

/** Seconds until an address may ask again, by when it asked in the last hour; `waitAfter` is the codes' own rule. */
export function secondsUntilNext(asked: readonly Date[], now: Date, waitAfter: (sent: number) => number): number {
  const times = asked.map((at) => at.getTime()).sort((one, other) => one - other);
  const last = times.at(-1);
  if (last === undefined) return 0;
  const first = times.at(-askings.points);
  const free = Math.max(
    last + waitAfter(times.length) * 1000,
    first === undefined ? 0 : first + askings.seconds * 1000,
  );
  return Math.max(0, Math.ceil((free - now.getTime()) / 1000));
}
