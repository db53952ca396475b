/** The roles of a signed-in user: `superadmin` operates the platform, `dealer` owns a business. */
export const roles = ["superadmin", "dealer", "manager", "agent"] as const;
export type Role = (typeof roles)[number];

/** Who may make a call: `anyone` without signing in, `pending` during the second factor, or a list of roles. */
export type Access = "anyone" | "pending" | readonly Role[];

export const operator = ["superadmin"] as const satisfies Access;
export const owner = ["dealer"] as const satisfies Access;
export const managers = ["dealer", "manager"] as const satisfies Access;
export const staff = ["dealer", "manager", "agent"] as const satisfies Access;
export const everyRole = roles satisfies Access;

/** The operator's read-only, temporary access to a business's account. */
export interface SupportAccess {
  readonly visit_id: number;
  readonly reason: string;
  readonly expires_at: Date;
}

/** The user behind a request, as the session says. */
export interface CurrentUser {
  readonly user_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
  readonly del_allowed: boolean;
  /** The id of the session row, needed to end it. */
  readonly session_id: number;
  /** Set only while the operator has support access to this business; `role` is then the role they see it as. */
  readonly supportAccess?: SupportAccess;
}

/** The key of a location's row, and of what belongs to it. */
export interface LocationKey {
  readonly dealer_id: number;
  readonly location_id: number;
}

/** The key of a user's row, and of what belongs to them. */
export interface PersonKey {
  readonly dealer_id: number;
  readonly user_id: number;
}

/** The key of a session's row: one sign-in of a user. */
export interface SessionKey extends PersonKey {
  readonly session_id: number;
}

declare const proved: unique symbol;

/**
 * The rows that a unit of work may touch: one dealer, and within it the acting location (`null`: all of them). The
 * brand proves that it comes from a session or a platform-owned row, never from a request's body.
 */
export interface Scope {
  readonly dealer_id: number;
  readonly location_id: number | null;
  readonly [proved]: true;
}

/** A scope's keys, as a statement compares them; they prove nothing. */
export type ScopeKeys = Pick<Scope, "dealer_id" | "location_id">;

/** The scope of a user who acts at one location. */
export interface LocationScope extends Scope {
  readonly location_id: number;
}

/** True when `access` admits a signed-in user with this role. */
export function allows(access: Access, role: Role): boolean {
  if (access === "anyone") return true;
  return access !== "pending" && access.includes(role);
}
