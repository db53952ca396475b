import type { FastifyRequest } from "fastify";
import type { CurrentUser, Scope } from "#core/people.ts";

/** The user behind a request, and the rows they may touch. */
export interface Identity {
  readonly who: CurrentUser;
  readonly scope: Scope;
  /** Somebody else chose the password: until it is changed, few calls are open. */
  readonly mustChangePassword?: boolean;
}

/** `full`: sign-in is complete. `pending`: the second factor is outstanding, and no other call is open. */
export type SignInState = "full" | "pending";

/**
 * Resolves a request's bearer token to a user; undefined without a valid one. Throws `forbidden` for another location.
 */
export type Identify = (request: FastifyRequest, state?: SignInState) => Promise<Identity | undefined>;
