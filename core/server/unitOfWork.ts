import type { Kysely } from "kysely";
import type { PayloadOf, RealtimeEvent } from "#core/event.ts";
import type { Fact, FactData } from "#core/fact.ts";
import type { Job, JobData } from "#core/job.ts";
import type { DB } from "#database/types.ts";
import type { EnqueueOptions } from "#ports/jobs/jobs.ts";
import type { SequencedRoom } from "#ports/realtime/realtime.ts";

export type Db = Kysely<DB>;

/** Who caused a unit of work, and from where: for the audit trail. */
export interface Origin {
  readonly user_id: number | null;
  readonly ip: string;
  readonly agent: string;
  readonly request_id: string;
}

export const systemOrigin: Origin = { user_id: null, ip: "", agent: "", request_id: "" };

/** An entry of the audit trail. Never put a secret or a message's text in `detail`. */
export interface AuditEntry {
  /** A verb that follows the subject: `deleted`, `signed in`. */
  readonly action: string;
  readonly subject: string;
  readonly subject_id?: number | null;
  readonly detail?: Record<string, string | number | boolean | null>;
  /** The dealer whose trail it is; defaults to the scope's. Required where no dealer is in scope. */
  readonly dealer_id?: number;
  /** The acting user, when the work began without one: at sign-in. */
  readonly user_id?: number;
}

export interface PublishTarget {
  readonly dealer_id?: number;
  readonly location_id?: number;
  readonly user_id?: number;
}

/** A statement for a row that many transactions change: its lock is held no longer than the commit takes. */
export interface LastStatement {
  /** Names the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** What an error of the statement means. The transaction is undone either way. */
  toFailure(error: unknown): unknown;
}

/**
 * Work in one transaction. Rows, jobs, audit entries and realtime events commit together; the events leave afterwards.
 */
export interface UnitOfWork {
  readonly db: Db;
  now(): Date;
  /** Publishes a realtime event after the commit, to the scope's location or dealer, or to `target`. */
  publish<E extends RealtimeEvent>(event: E, payload: PayloadOf<E>, target?: PublishTarget): void;
  /** Puts a job into the queue when this transaction ends, as part of it. */
  enqueue<J extends Job>(job: J, data: JobData<J>, options?: EnqueueOptions): void;
  /** Tells the domains that listen, each by a job of its own. The same fact twice in a transaction is told once. */
  announce<F extends Fact>(fact: F, data: FactData<F>): void;
  audit(entry: AuditEntry): Promise<void>;
  /** Runs a statement as the last one, pipelined with the commit. */
  withCommit(statement: LastStatement): void;
  /** Runs after the commit; must not throw. */
  afterCommit(act: () => void): void;
}

/** The room that an event goes to. */
export function roomOf(event: RealtimeEvent, target: PublishTarget): SequencedRoom {
  const { dealer_id, location_id, user_id } = target;
  if (dealer_id === undefined) throw new Error(`${event.event}: no dealer to tell it to`);
  if (event.to === "dealer") return { kind: "dealer", dealer_id };
  if (event.to === "location" && location_id !== undefined) return { kind: "location", dealer_id, location_id };
  if (event.to === "user" && user_id !== undefined) return { kind: "user", dealer_id, user_id };
  throw new Error(`${event.event}: no ${event.to} to tell it to`);
}
