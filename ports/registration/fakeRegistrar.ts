import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { Registrar, Submission } from "./registration.ts";

/** What goes wrong with the next step that makes something. */
export type RegistrarFault = "lose_answer" | "lose_request" | "busy";

/** An adapter and its reviewers' stand-in, as the conformance tests drive them. */
export interface FakeRegistrar {
  readonly registrar: Registrar;
  /** A code of a refusal that may be submitted again, with the field that it is about. */
  readonly refusal: { readonly code: string; readonly field: string };
  /** A number of our account, and a toll-free one. */
  readonly number: { readonly sid: string; readonly number: string };
  readonly tollFree: { readonly sid: string; readonly number: string };
  inject(fault: RegistrarFault): Promise<void>;
  /** Reviewers begin to read, approve, refuse with the code above, or suspend it. */
  review(submission: Submission, what: "read" | "approve" | "refuse" | "suspend"): Promise<void>;
  /** Whatever has to be approved before the next step can be taken. */
  approveEarlier(): Promise<void>;
  /** How many things of each kind exist, and how often each was submitted. */
  made(): Promise<Readonly<Record<string, number>>>;
  /** Time passes, until numbers have joined. */
  letNumbersJoin(): Promise<void>;
  close(): Promise<void>;
}

export interface FakeRegistrarOptions {
  /** Where the adapter's notices are mounted. */
  readonly http: FastifyInstance;
  readonly pool: pg.Pool;
  readonly log: Log;
}

export type OpenFakeRegistrar = (options: FakeRegistrarOptions) => Promise<FakeRegistrar>;
