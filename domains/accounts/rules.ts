import type { Role } from "#core/people.ts";

/** `Ana`, `Diaz` → `AD`. */
export function initialsOf(first_name: string, last_name: string): string {
  return [first_name, last_name].map((name) => [...name.trim()][0]?.toUpperCase() ?? "").join("");
}

const hour = 3600;

/** How long a session lives without being used, in seconds: 12 hours, or 30 days when it is to be remembered. */
export function idleSeconds(remember_me: 0 | 1): number {
  return remember_me ? 30 * 24 * hour : 12 * hour;
}

/** How long a sign-in may wait for its second factor, in seconds. */
export const pendingSeconds = 1800;

/** Whose sign-ins need a code besides the password, as a business has it set. */
export interface CodeSettings {
  readonly enable_otp_parent: boolean;
  readonly enable_otp_team: boolean;
  /** Where this person's codes go; empty while no number is proved. */
  readonly two_factor_number: string;
}

/** What comes after the right password: nothing more, a code, or first the number that codes go to. */
export function loginStatusOf(role: Role, settings: CodeSettings): "superadmin" | "okay" | "otp" | "number" {
  if (role === "superadmin") return "superadmin";
  const needsCode = role === "dealer" ? settings.enable_otp_parent : settings.enable_otp_team;
  if (!needsCode) return "okay";
  return settings.two_factor_number ? "otp" : "number";
}

const day = 24 * 3_600_000;
const noticeDays = 7;

/** How many days of the free trial are left, the begun one included; undefined before its last seven and after its end. */
export function trialDaysLeft(trial_ends_at: string | null, now: Date): number | undefined {
  if (!trial_ends_at) return undefined;
  const days = Math.ceil((new Date(trial_ends_at).getTime() - now.getTime()) / day);
  return days >= 1 && days <= noticeDays ? days : undefined;
}

/** A location's address in one line. */
export function addressLine(place: {
  address: string;
  address_2: string;
  city: string;
  state: string;
  postal_code: string;
}): string {
  const town = [place.city, [place.state, place.postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [place.address, place.address_2, town].filter(Boolean).join(", ");
}
