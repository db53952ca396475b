import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import type { Job } from "#core/job.ts";
import type { Scope } from "#core/people.ts";
import type { DB } from "#database/types.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { JobRequest, Jobs } from "#ports/jobs/jobs.ts";
import type { Realtime } from "#ports/realtime/realtime.ts";
import { createEventPublisher, type PendingEvent, storeEvents } from "./eventLog.ts";
import { holdingConnection } from "./heldConnection.ts";
import { isRetryable, isUnavailable } from "./postgres.ts";
import { causeOf, queryOn, queryPrepared } from "./preparedStatement.ts";
import { type Db, type Origin, type PublishTarget, roomOf, systemOrigin, type UnitOfWork } from "./unitOfWork.ts";

/** A dealer, perhaps with a location, named by a row rather than a request: for jobs and webhooks. */
export interface BusinessScope {
  readonly dealer_id: number;
  readonly location_id?: number | null;
}

/** The only access to the database: every unit of work states whose rows it may touch. */
export interface Within {
  /** In a user's scope: sees and writes only that dealer's rows, and of them the acting location's. */
  <T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** The same for work that only reads. Postgres refuses writes, and the caller doesn't wait for the commit. */
  readOnly<T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** In one dealer's rows, without a user: a job or a webhook about a row of that dealer. */
  business<T>(business: BusinessScope, reason: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** In all rows: sign-in, carrier webhooks, the platform operator, maintenance. */
  platform<T>(reason: string, work: (unit: UnitOfWork) => Promise<T>, origin?: Origin): Promise<T>;
  /** One statement outside a transaction, in all rows: what every request needs first. */
  lookup<T>(reason: string, statement: (db: Db) => Promise<T>): Promise<T>;
  /** Publishes the events that crashed processes stored but never published. */
  publishPending(): Promise<void>;
}

interface WithinDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly realtime: Pick<Realtime, "publish">;
  readonly log?: { warn(detail: object, message: string): void };
}

const maxAttempts = 3;

/** Creates the access to the database. */
export function createWithin(deps: WithinDeps): Within {
  const { pool } = deps;
  let inFlight = 0;
  const publisher = createEventPublisher({ ...deps, isBusy: () => inFlight > 0 });
  const wholeDatabase = kyselyOver(async () => {
    const client = await pool.connect();
    return { query: queryOn(client), release: () => client.release() };
  });
  const run = async <T>(
    opening: TransactionOpening,
    target: PublishTarget,
    origin: Origin,
    work: (unit: UnitOfWork) => Promise<T>,
  ) => {
    inFlight += 1;
    const transaction = () => runTransaction(deps, opening, target, origin, work);
    const { result, events } = await retryRaces(transaction).finally(() => {
      inFlight -= 1;
    });
    if (events.length > 0) await publisher.publish(events.map(({ room }) => room.dealer_id));
    return result;
  };

  const within = (async <T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>) =>
    run({ text: openingOf(scope) }, targetOf(scope), origin, work)) as Within;
  within.readOnly = async (scope, origin, work) =>
    run({ text: openingOf(scope, "begin read only"), isReadOnly: true }, targetOf(scope), origin, work);
  within.business = async (business, _reason, work) =>
    run({ text: openingOf(business) }, targetOf(business), systemOrigin, work);
  within.platform = (_reason, work, origin = systemOrigin) =>
    run({ text: "begin; set local role rooftop_platform" }, {}, origin, work);
  within.publishPending = publisher.publishPending;
  within.lookup = (_reason, statement) => statement(wholeDatabase).catch(toFailure);
  return within;
}

function targetOf({ dealer_id, location_id }: BusinessScope): PublishTarget {
  return { dealer_id, ...(location_id ? { location_id } : {}) };
}

/** One round trip. The values are checked numbers, so they may stand in the text: SET takes no parameters. */
function openingOf({ dealer_id, location_id }: BusinessScope, begin = "begin"): string {
  if (!Number.isSafeInteger(dealer_id) || !Number.isSafeInteger(location_id ?? 0)) throw new Error("Not a scope");
  return (
    `${begin}; set local role rooftop_app; set local app.dealer_id = '${dealer_id}'; ` +
    `set local app.location_id = '${location_id ?? ""}'`
  );
}

interface TransactionOpening {
  readonly text: string;
  /** The caller then doesn't wait for the commit. */
  readonly isReadOnly?: boolean;
}

async function runTransaction<T>(
  { pool, clock, jobs, realtime }: WithinDeps,
  { text: opening, isReadOnly = false }: TransactionOpening,
  scoped: PublishTarget,
  origin: Origin,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<{ result: T; events: readonly PendingEvent[] }> {
  const client = await pool.connect();
  const afterCommit: (() => void)[] = [];
  const events: PendingEvent[] = [];
  const requestedJobs = new Map<Job, JobRequest[]>();
  const db = kyselyOn(client);
  const unit: UnitOfWork = {
    db,
    now: () => clock.now(),
    publish: (event, payload, target) => {
      const room = roomOf(event, { ...scoped, ...target });
      if (event.transient) afterCommit.push(() => realtime.publish(room, event.event, payload));
      else events.push({ room, event: event.event, payload });
    },
    enqueue: (job, data, options) => {
      const requests = requestedJobs.get(job) ?? [];
      requests.push({ data, options });
      requestedJobs.set(job, requests);
    },
    audit: async ({ action, subject, subject_id = null, detail = {}, dealer_id = scoped.dealer_id, user_id }) => {
      if (dealer_id === undefined) throw new Error(`${subject} ${action}: in whose audit trail?`);
      const { ip, agent, request_id } = origin;
      const actor_id = user_id ?? origin.user_id;
      const row = { dealer_id, user_id: actor_id, action, subject, subject_id, detail: JSON.stringify(detail) };
      await db
        .insertInto("audit_log")
        .values({ ...row, ip, agent, request_id })
        .execute();
    },
    afterCommit: (act) => void afterCommit.push(act),
  };
  let isReusable: Promise<boolean> | undefined;
  try {
    // Not awaited: the next statement is pipelined behind it, and fails with it.
    const opened = client.query(opening);
    opened.catch(() => {});
    const result = await holdingConnection(() => work(unit));
    await opened;
    const queue = { executeSql: queryPrepared(client) };
    await Promise.all([...requestedJobs].map(([job, requests]) => jobs.enqueue(queue, job, requests)));
    // The event rows are pipelined with the commit, which becomes a rollback if storing them fails.
    const stored = events.length > 0 ? storeEvents(client, events) : undefined;
    stored?.catch(() => {});
    const committed = client.query("commit");
    // Reads are final already: the commit only frees the connection.
    if (isReadOnly) isReusable = committed.then(succeeded, failed);
    else await committed;
    await stored;
    for (const act of afterCommit) act();
    return { result, events };
  } catch (error) {
    isReusable = client.query("rollback").then(succeeded, failed);
    await isReusable;
    throw causeOf(client, error);
  } finally {
    if (isReusable) void isReusable.then((reusable) => client.release(!reusable));
    else client.release();
  }
}

const succeeded = () => true;
const failed = () => false;

const builders = new WeakMap<pg.PoolClient, Db>();

/** The query builder of one connection, cached with it. */
function kyselyOn(client: pg.PoolClient): Db {
  const existing = builders.get(client);
  if (existing) return existing;
  const connection = { query: queryOn(client), release: () => {} };
  const created = kyselyOver(async () => connection);
  builders.set(client, created);
  return created;
}

function kyselyOver(connect: () => Promise<{ query: unknown; release: () => void }>): Db {
  const pool = { connect: connect as never, end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Retries a lost race (deadlock, serialization) after a moment: nothing has left the transaction yet. */
async function retryRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || count === maxAttempts) return toFailure(error);
      // Let the winner finish first, and keep two losers from colliding again.
      await sleep(count * 10 + Math.random() * 20);
    }
  }
}

/** An unavailable database is a failure that users may see; the cause goes to the log. */
function toFailure(error: unknown): never {
  if (!isUnavailable(error)) throw error;
  const failure = new Failure("unavailable", undefined, { retryAfter: 5 });
  failure.cause = error;
  throw failure;
}
