import type { FastifyRequest } from "fastify";
import type { Scope, Who } from "#core/people.ts";

/** A person behind a request, and the rows they may touch. */
export interface Identity {
  readonly who: Who;
  readonly scope: Scope;
  /** Somebody else chose the password: until it is changed, little is open. */
  readonly mustChangePassword?: boolean;
}

/** `full`: the sign-in is complete. `pending`: it waits for its second factor, and opens nothing else. */
export type SignInState = "full" | "pending";

/** Finds the person behind a request's bearer token; undefined without a valid one. Throws `forbidden` for a location that is not theirs. */
export type Identify = (request: FastifyRequest, state?: SignInState) => Promise<Identity | undefined>;
