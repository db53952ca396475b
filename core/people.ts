/** The roles a signed-in person can have: `superadmin` operates the platform, `dealer` owns a business. */
export const roles = ["superadmin", "dealer", "manager", "agent"] as const;
export type Role = (typeof roles)[number];

/** Who may use a call. `anyone` needs no sign-in, `pending` one that waits for its second factor; otherwise the roles that may. */
export type Access = "anyone" | "pending" | readonly Role[];

export const operator = ["superadmin"] as const satisfies Access;
export const owner = ["dealer"] as const satisfies Access;
export const managers = ["dealer", "manager"] as const satisfies Access;
export const staff = ["dealer", "manager", "agent"] as const satisfies Access;
export const signedIn = roles satisfies Access;

/** What the operator does who looks into a business's account: nothing but reading, and not for long. */
export interface Visit {
  readonly visit_id: number;
  readonly reason: string;
  readonly expires_at: Date;
}

/** The person behind a request, as the session says. */
export interface Who {
  readonly user_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
  readonly del_allowed: boolean;
  /** The id of the session row, to end it. */
  readonly session_id: number;
  /** Only while the platform's operator looks into this business's account; `role` is then what they see it as. */
  readonly visit?: Visit;
}

declare const proved: unique symbol;

/**
 * What rows a piece of work may touch: one dealer, and within it the acting location (`null`: all of them).
 * The brand means that it was made from a session or from a row that the platform owns, never from a request's body.
 */
export interface Scope {
  readonly dealer_id: number;
  readonly location_id: number | null;
  readonly [proved]: true;
}

/** The scope of a person who acts at one location. */
export interface LocationScope extends Scope {
  readonly location_id: number;
}

/** True when a person who is signed in as `role` may use what `access` guards. */
export function allows(access: Access, role: Role): boolean {
  if (access === "anyone") return true;
  return access !== "pending" && access.includes(role);
}
