import type { Role } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { LoginUser } from "./contract.ts";

/** `Ana`, `Diaz` → `AD`. */
export function initialsOf(first_name: string, last_name: string): string {
  return [first_name, last_name].map((name) => [...name.trim()][0]?.toUpperCase() ?? "").join("");
}

/** The initials of a whole name, by its first and its last word: `Ana de la Cruz` → `AC`. */
export function initialsOfName(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/);
  return initialsOf(first, others.at(-1) ?? "");
}

const hour = 3600;

/** Seconds that an unused session lasts: 12 hours, or 30 days with "remember me". */
export function idleSeconds(remember_me: 0 | 1): number {
  return remember_me ? 30 * 24 * hour : 12 * hour;
}

/** Seconds after which a sign-in ends however much it is used: 30 days, or 90 with "remember me". */
export function absoluteSeconds(remember_me: 0 | 1): number {
  return (remember_me ? 90 : 30) * 24 * hour;
}

/** Seconds that a sign-in may wait for its second factor. */
export const pendingSeconds = 1800;

/** A business's two-factor settings, with one person's number. */
export interface CodeSettings {
  readonly enable_otp_parent: boolean;
  readonly enable_otp_team: boolean;
  /** The person's verified number for codes; empty without one. */
  readonly two_factor_number: string;
}

/** What follows the correct password: nothing, a code (`otp`), or first a number for codes. */
export function loginStatusOf(role: Role, settings: CodeSettings): "superadmin" | "okay" | "otp" | "number" {
  if (role === "superadmin") return "superadmin";
  const needsCode = role === "dealer" ? settings.enable_otp_parent : settings.enable_otp_team;
  if (!needsCode) return "okay";
  return settings.two_factor_number ? "otp" : "number";
}

const day = 24 * 3_600_000;
const noticeDays = 7;

/** Days left of the free trial, rounded up; undefined before the last seven and after the end. */
export function trialDaysLeft(trial_ends_at: string | null, now: Date): number | undefined {
  if (!trial_ends_at) return undefined;
  const days = Math.ceil((new Date(trial_ends_at).getTime() - now.getTime()) / day);
  return days >= 1 && days <= noticeDays ? days : undefined;
}

/** What a one-time code is for. */
export type CodePurpose = "sign_in" | "reset" | "phone" | "reauthenticate";

/** Seconds that a code is valid after the provider accepted it. */
export const codeSeconds = 120;

/** The same, as people read it: `2 minutes`. */
export const codeLifetimeText = `${codeSeconds / 60} minutes`;

/** Wrong guesses after which a code is dead. */
export const maxTries = 5;

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

/** Why a code was mailed, and how to get texts again. */
export function mailedInsteadText(phone: string, sender: string): string {
  return `We can't text codes to ${maskAddress(phone)} because it replied STOP, so we emailed your code. ${restartText(sender)}`;
}

/** Why a phone can't be verified while the number that texts codes isn't registered. */
export const heldCodesText =
  "We can't text codes yet because our number isn't registered with carriers. Try again later.";

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

/** How many attempts an account gets in how many seconds: strangers' together, and those of its known browsers together. */
export interface AttemptLimit {
  /** The counter's name. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Passwords tried at one account's sign-in; a reset still works when they are used up. */
export const passwordLimit: AttemptLimit = { name: "login", points: 10, seconds: 900 };

/** Password attempts by a signed-in person at their own account. */
export const ownPasswordLimit: AttemptLimit = { name: "own password", points: 10, seconds: 900 };

/** Guesses at one account's codes of a purpose; those of a reset are counted by its ticket, so that they stop no other. */
export function guessLimit(purpose: string): AttemptLimit {
  return { name: `guesses, ${purpose}`, points: 30, seconds: hour };
}

/** Codes of a purpose sent to one account, so that no phone or mailbox is flooded. */
export function sendLimit(purpose: string): AttemptLimit {
  return { name: `codes, ${purpose}`, points: 20, seconds: hour };
}

/** Every limit that could keep an account's holder out. A verified reset ends them. */
export const accountLimits: readonly AttemptLimit[] = [
  passwordLimit,
  ownPasswordLimit,
  ...["sign_in", "phone", "reauthenticate"].flatMap((purpose) => [guessLimit(purpose), sendLimit(purpose)]),
];

/** Who attempts something at an account. */
export interface Attempter {
  /** The login email, whether or not an account has it; or what else attempts are counted by. */
  readonly account: string;
  /** True when this browser has signed in to the account before. */
  readonly isKnownBrowser: boolean;
}

/** The counter that an attempt belongs to: known browsers have one of their own, which no stranger can use up. */
export function counterOf(limit: AttemptLimit, isKnownBrowser: boolean): string {
  return isKnownBrowser ? `${limit.name}, known` : limit.name;
}

/** Seconds that a browser keeps its token: the longest that browsers allow. */
export const browserSeconds = 400 * 24 * 3600;

/** Known browsers of one account; the least recently used are forgotten first. */
export const maxKnownBrowsers = 100;

const browserToken = /^[\w-]{22}$/;

/** True for a token that we may have issued: 128 bits. */
export function isBrowserToken(value: string | undefined): value is string {
  return value !== undefined && browserToken.test(value);
}

type StepAfterSignIn = { isComplete: true } | { isComplete: false; to: string };

/** What follows a login_status. A pending sign-in lasts for this tab only. */
export function nextStep(status: LoginUser["login_status"]): StepAfterSignIn {
  if (status === "otp") return { isComplete: false, to: "/login/two-factor-authentication-check" };
  if (status === "number") return { isComplete: false, to: "/login/phoneNumber" };
  return { isComplete: true };
}
