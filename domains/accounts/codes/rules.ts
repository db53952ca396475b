import { formatPhone } from "#core/phone.ts";

/** What a one-time code is for. */
export type CodePurpose = "sign_in" | "reset" | "phone" | "reauthenticate";

/** Seconds that a code is valid after the provider accepted it. */
export const codeSeconds = 120;

/** The same, as people read it: `2 minutes`. */
export const codeLifetimeText = `${codeSeconds / 60} minutes`;

/** Wrong guesses after which a code is dead. */
export const maxTries = 5;

const hour = 3600;

const waits = [30, 60, 120] as const;

/** Seconds to wait before another code after `sent` codes. */
export function resendAfter(sent: number): number {
  if (sent === 0) return 0;
  return waits[Math.min(sent, waits.length) - 1] ?? 0;
}

/** How far back sent codes count toward the wait. */
export const resendWindowSeconds = hour;

/** Seconds until another code may be sent; 0: now. */
export function secondsToWait(sent: { count: number; last: Date | null }, now: Date): number {
  if (!sent.last) return 0;
  return Math.max(0, Math.ceil((sent.last.getTime() - now.getTime()) / 1000 + resendAfter(sent.count)));
}

export function pleaseWaitText(seconds: number): string {
  return `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} before you request another code.`;
}

/** Masks a phone or email: `(***) ***-0123`, `o***@example.com`. */
export function maskAddress(to: string): string {
  const [name = "", domain] = to.split("@");
  if (domain) return `${name.slice(0, 1)}***@${domain}`;
  const formatted = formatPhone(to);
  return formatted.slice(0, -4).replace(/\d/g, "*") + formatted.slice(-4);
}

/** Why a code went by mail; tells how to get texts again. */
export function mailedInsteadText(phone: string, sender: string): string {
  return `We can't text codes to ${maskAddress(phone)} because it replied STOP, so we emailed your code. ${restartText(sender)}`;
}

/** Why no code was sent to a phone that has to be verified by text. */
export function cantTextText(phone: string, sender: string): string {
  return `We can't text codes to ${maskAddress(phone)} because it replied STOP. ${restartText(sender)}`;
}

const restartText = (sender: string) => `To get texts again, text START to ${formatPhone(sender)} from that phone.`;

const codePrefix = "code-";

/** The provider reference of a text or mail with a code. */
export const codeReference = (id: string) => `${codePrefix}${id}`;

/** True when a delivery report belongs to a code, not to a message. */
export const isCodeReference = (reference: string) => reference.startsWith(codePrefix);

export function codeText(code: string): string {
  return `${code} is your Rooftop code. It expires in ${codeLifetimeText}. Never share it.`;
}
