import type { Kysely } from "kysely";
import type { PayloadOf, RealtimeEvent } from "#core/event.ts";
import type { Job, JobData } from "#core/job.ts";
import type { DB } from "#database/types.ts";
import type { EnqueueOptions } from "#ports/jobs/jobs.ts";
import type { MarkedRoom } from "#ports/realtime/realtime.ts";

export type Db = Kysely<DB>;

/** Who causes a piece of work, and from where: for the audit trail. */
export interface Origin {
  readonly user_id: number | null;
  readonly ip: string;
  readonly agent: string;
  readonly request_id: string;
}

export const bySystem: Origin = { user_id: null, ip: "", agent: "", request_id: "" };

/** One line of the audit trail. Never put a secret or a message's text in `detail`. */
export interface AuditEntry {
  /** A verb read after the subject: `deleted`, `signed in`. */
  readonly action: string;
  readonly subject: string;
  readonly subject_id?: number | null;
  readonly detail?: Record<string, string | number | boolean | null>;
  /** Whose trail: the scope's dealer when left out. Needed where no dealer is in scope. */
  readonly dealer_id?: number;
  /** Who did it, when the work began without a person: at sign-in. */
  readonly user_id?: number;
}

export interface Target {
  readonly dealer_id?: number;
  readonly location_id?: number;
  readonly user_id?: number;
}

/**
 * One piece of work in one transaction. Rows, jobs and the audit trail are committed together, and so are
 * realtime events, which leave after it.
 */
export interface Unit {
  readonly db: Db;
  now(): Date;
  /** Sends a realtime event after the commit, to the scope's location or dealer, or to `target`. */
  tell<E extends RealtimeEvent>(event: E, payload: PayloadOf<E>, target?: Target): void;
  /** Puts a job into the queue, at the end of this transaction and as a part of it. */
  enqueue<J extends Job>(job: J, data: JobData<J>, options?: EnqueueOptions): void;
  audit(entry: AuditEntry): Promise<void>;
  /** Runs when the commit is done; must not throw. */
  afterCommit(act: () => void): void;
}

/** The room that an event goes to. */
export function roomOf(event: RealtimeEvent, target: Target): MarkedRoom {
  const { dealer_id, location_id, user_id } = target;
  if (dealer_id === undefined) throw new Error(`${event.event}: no dealer to tell it to`);
  if (event.to === "dealer") return { kind: "dealer", dealer_id };
  if (event.to === "location" && location_id !== undefined) return { kind: "location", dealer_id, location_id };
  if (event.to === "user" && user_id !== undefined) return { kind: "user", dealer_id, user_id };
  throw new Error(`${event.event}: no ${event.to} to tell it to`);
}
