import type { FastifyRequest } from "fastify";
import type { Scope, Who } from "#core/people.ts";

/** A person behind a request, and the rows they may touch. */
export interface Identity {
  readonly who: Who;
  readonly scope: Scope;
}

/** Finds the person behind a request's bearer token; undefined without a valid one. Throws `forbidden` for a location that is not theirs. */
export type Identify = (request: FastifyRequest) => Promise<Identity | undefined>;
