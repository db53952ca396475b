import { formatPhone } from "#core/phone.ts";

/** How long a code works, in seconds, from the moment the provider took it. */
export const codeSeconds = 120;

/** The guess after so many wrong ones is not compared any more: another code is needed. */
export const mostTries = 5;

const hour = 3600;

/** Guesses at one account's codes, whichever they are; further ones are not compared. */
export const guesses = { points: 30, seconds: hour } as const;

/** Codes sent to one account, so that nobody's phone or mailbox is flooded. */
export const sendings = { points: 20, seconds: hour } as const;

const waits = [30, 60, 120] as const;

/** Seconds to wait before another code is sent, when `sent` have been sent already. */
export function resendAfter(sent: number): number {
  if (sent === 0) return 0;
  return waits[Math.min(sent, waits.length) - 1] ?? 0;
}

/** How far back sent codes count for the wait. */
export const waitsCountSeconds = hour;

/** Seconds until another code may be sent; 0: now. */
export function secondsToWait(sent: { count: number; last: Date | null }, now: Date): number {
  if (!sent.last) return 0;
  return Math.max(0, Math.ceil((sent.last.getTime() - now.getTime()) / 1000 + resendAfter(sent.count)));
}

/** What is said to whoever asks for another code too soon. */
export function pleaseWait(seconds: number): string {
  return `Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"} before you ask for another one.`;
}

/** Where a code went, said so that only who knows it recognises it: `(***) ***-0123`, `o***@example.com`. */
export function masked(to: string): string {
  const [name = "", domain] = to.split("@");
  if (domain) return `${name.slice(0, 1)}***@${domain}`;
  const shown = formatPhone(to);
  return shown.slice(0, -4).replace(/\d/g, "*") + shown.slice(-4);
}

const codePrefix = "code-";

/** The reference that a text or a mail with a code carries through its carrier. */
export const codeReference = (id: string) => `${codePrefix}${id}`;

/** True for what the carrier tells of a code, and not of a message. */
export const isOfCode = (reference: string) => reference.startsWith(codePrefix);

/** The words around a code in a text. */
export function codeText(code: string): string {
  return `${code} is your Rooftop code. It works for 2 minutes. Never give it to anybody.`;
}
