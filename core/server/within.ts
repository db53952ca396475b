import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Fact } from "#core/fact.ts";
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
import { causeOf, forgetPlanMode, queryOn, queryPrepared } from "./preparedStatement.ts";
import {
  type Db,
  type LastStatement,
  type Origin,
  type PublishTarget,
  roomOf,
  systemOrigin,
  type UnitOfWork,
} from "./unitOfWork.ts";

/** A dealer, perhaps with a location, named by a row rather than a request: for jobs and webhooks. */
export interface BusinessScope {
  readonly dealer_id: number;
  readonly location_id?: number | null;
}

/** What tells where rows are: their dealer, or a key that comes in before the dealer is known. Dealer 0 is the platform. */
export type CellKey = { readonly dealer_id: number } | EntryKey;

/** A key whose row says which dealer it belongs to. Tokens are given as they are stored, hashed. */
export interface EntryKey {
  readonly entry:
    | "call"
    | "email proof"
    | "invitation"
    | "kiosk"
    | "kiosk username"
    | "lead address"
    | "legal pages"
    | "login"
    | "phone"
    | "picture"
    | "reset"
    | "session"
    | "widget";
  readonly key: string | Buffer;
}

type Work<T> = (unit: UnitOfWork) => Promise<T>;
/** One statement outside a transaction. */
type Statement<T> = (db: Db) => Promise<T>;

export interface Control {
  <T>(reason: string, work: Work<T>, origin?: Origin): Promise<T>;
  read<T>(reason: string, statement: Statement<T>): Promise<T>;
}

export interface CellOf {
  <T>(key: CellKey, reason: string, work: Work<T>, origin?: Origin): Promise<T>;
  read<T>(key: CellKey, reason: string, statement: Statement<T>): Promise<T>;
}

export interface EachCell {
  <T>(reason: string, work: Work<T>): Promise<T[]>;
  read<T>(reason: string, statement: Statement<T>): Promise<T[]>;
}

/** A unit of work on the connection of a session. */
export type SessionTransaction = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/** The only access to the database: every unit of work states whose rows it may touch. */
export interface Within {
  /** In a user's scope: sees and writes only that dealer's rows, and of them the acting location's. */
  <T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** The same for work that only reads. Postgres refuses writes, and the caller doesn't wait for the commit. */
  readOnly<T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** In one dealer's rows, without a user: a job or a webhook about a row of that dealer. */
  business<T>(business: BusinessScope, reason: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** In all rows of the platform's own database: its settings, its numbers, what the operator sees. */
  readonly control: Control;
  /** In all rows of the database that holds one dealer's: work across its locations, sign-ins, its platform rows. */
  readonly cellOf: CellOf;
  /** In all rows of each database with dealers: sweeps. Returns what each of them answered. */
  readonly eachCell: EachCell;
  /**
   * Holds a connection over several units of work in one dealer's rows. Locks that they take for its session outlast each
   * of them, and end with this work.
   *
   * @param idleFor milliseconds after which Postgres ends the session of a process that was paused, and so its locks.
   */
  session<T>(
    business: BusinessScope,
    reason: string,
    idleFor: number,
    work: (transaction: SessionTransaction) => Promise<T>,
  ): Promise<T>;
  /** Publishes the events that crashed processes stored but never published. */
  publishPending(): Promise<void>;
}

interface WithinDeps {
  readonly pool: pg.Pool;
  /** Where events are numbered; default: on the same connections. */
  readonly eventPool?: pg.Pool;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly realtime: Pick<Realtime, "publish">;
  /** Which jobs hear of which facts. Without them nothing can be announced. */
  readonly listeners?: readonly { readonly fact: Fact; readonly job: Job }[];
  readonly log?: { warn(detail: object, message: string): void };
}

const maxAttempts = 3;

/** Creates the access to the database. */
export function createWithin(deps: WithinDeps): Within {
  const { pool } = deps;
  let inFlight = 0;
  const publisher = createEventPublisher({ ...deps, pool: deps.eventPool ?? pool, isBusy: () => inFlight > 0 });
  const wholeDatabase = kyselyOver(async () => {
    const client = await pool.connect();
    return { query: queryOn(client), release: () => client.release() };
  });
  const run = async <T>(
    opening: TransactionOpening,
    target: PublishTarget,
    origin: Origin,
    work: (unit: UnitOfWork) => Promise<T>,
    connect = () => lend(pool),
  ) => {
    inFlight += 1;
    const transaction = () => runTransaction({ ...deps, connect }, opening, target, origin, work);
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
  within.session = (business, _reason, idleFor, work) =>
    holdSession(pool, idleFor, (connect) =>
      work((unitWork) => run({ text: openingOf(business) }, targetOf(business), systemOrigin, unitWork, connect)),
    );
  within.publishPending = publisher.publishPending;
  // All dealers live in the one database today.
  const inAllRows = <T>(work: Work<T>, origin = systemOrigin) =>
    run({ text: "begin; set local role rooftop_platform" }, {}, origin, work);
  const read = <T>(statement: Statement<T>) => statement(wholeDatabase).catch(toFailure);
  const control: Control = Object.assign(
    <T>(_reason: string, work: Work<T>, origin?: Origin) => inAllRows(work, origin),
    { read: <T>(_reason: string, statement: Statement<T>) => read(statement) },
  );
  const cellOf: CellOf = Object.assign(
    <T>(_key: CellKey, _reason: string, work: Work<T>, origin?: Origin) => inAllRows(work, origin),
    { read: <T>(_key: CellKey, _reason: string, statement: Statement<T>) => read(statement) },
  );
  const eachCell: EachCell = Object.assign(async <T>(_reason: string, work: Work<T>) => [await inAllRows(work)], {
    read: async <T>(_reason: string, statement: Statement<T>) => [await read(statement)],
  });
  return Object.assign(within, { control, cellOf, eachCell });
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

/** What a transaction needs; it gets its connection itself. */
type TransactionDeps = Omit<WithinDeps, "pool"> & { readonly connect: () => Promise<LentConnection> };

/** A connection for one transaction, which gives it back. */
interface LentConnection {
  readonly client: pg.PoolClient;
  /** @param isBroken it can't be used again. */
  giveBack(isBroken?: boolean): void;
}

async function lend(pool: pg.Pool): Promise<LentConnection> {
  const client = await pool.connect();
  return { client, giveBack: (isBroken) => client.release(isBroken) };
}

/** Lends the same connection to one transaction after another. */
async function holdSession<T>(
  pool: pg.Pool,
  idleFor: number,
  work: (connect: () => Promise<LentConnection>) => Promise<T>,
): Promise<T> {
  if (!Number.isSafeInteger(idleFor)) throw new Error("Not milliseconds");
  const client = await pool.connect();
  let isUsable = false;
  let hasEnded = false;
  const connect = async () => {
    if (hasEnded) throw new Error("The session has ended, and its connection may be in use elsewhere");
    return { client, giveBack: () => {} };
  };
  try {
    await client.query(`set idle_session_timeout = ${idleFor}; set idle_in_transaction_session_timeout = ${idleFor}`);
    const result = await work(connect).finally(() => {
      hasEnded = true;
    });
    // Its process may have been paused for so long that Postgres ended it.
    isUsable = await client
      .query("select pg_advisory_unlock_all(); reset idle_session_timeout; reset idle_in_transaction_session_timeout")
      .then(succeeded, failed);
    return result;
  } finally {
    client.release(!isUsable);
  }
}

interface TransactionOpening {
  readonly text: string;
  /** The caller then doesn't wait for the commit. */
  readonly isReadOnly?: boolean;
}

async function runTransaction<T>(
  { connect, clock, jobs, realtime, listeners }: TransactionDeps,
  { text: opening, isReadOnly = false }: TransactionOpening,
  scoped: PublishTarget,
  origin: Origin,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<{ result: T; events: readonly PendingEvent[] }> {
  const { client, giveBack } = await connect();
  const afterCommit: (() => void)[] = [];
  const events: PendingEvent[] = [];
  const requestedJobs = new Map<Job, JobRequest[]>();
  const announced = new Set<string>();
  const lastStatements: LastStatement[] = [];
  const db = kyselyOn(client);
  const request: UnitOfWork["enqueue"] = (job, data, options) => {
    const requests = requestedJobs.get(job) ?? [];
    requests.push({ data, options });
    requestedJobs.set(job, requests);
  };
  const unit: UnitOfWork = {
    db,
    now: () => clock.now(),
    publish: (event, payload, target) => {
      const room = roomOf(event, { ...scoped, ...target });
      if (event.transient) afterCommit.push(() => realtime.publish(room, event.event, payload));
      else events.push({ room, event: event.event, payload });
    },
    enqueue: request,
    announce: ({ fact }, data) => {
      if (!listeners) throw new Error(`${fact}: nobody can hear of it here`);
      const key = `${fact} ${JSON.stringify(data)}`;
      if (announced.has(key)) return;
      announced.add(key);
      for (const listener of listeners) if (listener.fact.fact === fact) request(listener.job, data);
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
    withCommit: (statement) => void lastStatements.push(statement),
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
    // These are pipelined with the commit, which becomes a rollback if one of them fails.
    const stored = Promise.all([
      ...(events.length > 0 ? [storeEvents(client, events)] : []),
      ...lastStatements.map((statement) => runLast(client, statement)),
    ]);
    stored.catch(() => {});
    const committed = client.query("commit");
    // Reads are final already: the commit only frees the connection.
    if (isReadOnly) isReusable = committed.then(succeeded, failed);
    else await committed;
    await stored;
    for (const act of afterCommit) act();
    return { result, events };
  } catch (error) {
    isReusable = client.query("rollback").then(succeeded, failed);
    forgetPlanMode(client);
    await isReusable;
    throw causeOf(client, error);
  } finally {
    if (isReusable) void isReusable.then((reusable) => giveBack(!reusable));
    else giveBack();
  }
}

async function runLast(client: pg.PoolClient, { name, text, values, toFailure }: LastStatement): Promise<void> {
  try {
    await client.query({ name, text, values: [...values] });
  } catch (error) {
    throw toFailure(error);
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
