const hour = 3600;

/** Seconds that a ticket waits for its code, and then again for the new password. */
export const ticketSeconds = 1800;

/**
 * Seconds that the link in the mail works: longer than a stranger's requests can delay the next mail, so that the newest
 * mail always leads to a new password.
 */
export const linkSeconds = 3600;

/** The one message for every invalid ticket. */
export const ticketEndedText = "This reset has expired. Request a new code.";

/**
 * Requests per address by strangers together, and again by its known browsers together, so that its mailbox is not
 * flooded and guesses stay few.
 */
export const requestRateLimit = { points: 5, seconds: hour } as const;

/** Where the new password is chosen; the address holds the ticket. */
export function newPasswordPath(email: string, ticket: string): string {
  return `/forgot-password/new-password/${encodeURIComponent(email)}/${ticket}`;
}

/** The same for every address; mails that were sent still lead to a new password. */
export function tooSoonText(pleaseWait: string): string {
  return `You just requested a code. ${pleaseWait} If you got our last email, its link still works.`;
}

/**
 * Seconds until an address may request again, from its requests of the last hour; `waitAfter`: seconds by number of
 * requests.
 */
export function secondsUntilNext(requests: readonly Date[], now: Date, waitAfter: (sent: number) => number): number {
  const times = requests.map((at) => at.getTime()).sort((one, other) => one - other);
  const last = times.at(-1);
  if (last === undefined) return 0;
  const first = times.at(-requestRateLimit.points);
  const free = Math.max(
    last + waitAfter(times.length) * 1000,
    first === undefined ? 0 : first + requestRateLimit.seconds * 1000,
  );
  return Math.max(0, Math.ceil((free - now.getTime()) / 1000));
}
