import type { Role } from "#core/people.ts";

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
