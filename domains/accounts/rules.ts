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

/** What comes after the right password. */
export function loginStatusOf(role: Role): "superadmin" | "okay" {
  return role === "superadmin" ? "superadmin" : "okay";
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
