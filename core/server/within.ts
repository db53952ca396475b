import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import type { Job } from "#core/job.ts";
import type { Scope } from "#core/people.ts";
import type { DB } from "#database/types.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { Asked, Jobs } from "#ports/jobs/jobs.ts";
import type { Realtime } from "#ports/realtime/realtime.ts";
import { createTelling, storeEvents, type Told } from "./eventLog.ts";
import { isAway, isRetryable } from "./postgres.ts";
import { askingBy, askingTheSameBy } from "./prepared.ts";
import { bySystem, type Db, type Origin, roomOf, type Target, type Unit } from "./unit.ts";

/** A dealer and perhaps a location that a row, not a request, names: for jobs and webhooks. */
export interface Business {
  readonly dealer_id: number;
  readonly location_id?: number | null;
}

/** The only way to the database: every piece of work says whose rows it may touch. */
export interface Within {
  /** In a person's scope: sees and writes that dealer's rows only, and of them the acting location's. */
  <T>(scope: Scope, origin: Origin, work: (unit: Unit) => Promise<T>): Promise<T>;
  /** The same for work that only reads, and that Postgres keeps from writing: nobody waits for its end. */
  reading<T>(scope: Scope, origin: Origin, work: (unit: Unit) => Promise<T>): Promise<T>;
  /** In one dealer's rows, without a person: a job or a webhook about a row of that dealer. */
  business<T>(business: Business, reason: string, work: (unit: Unit) => Promise<T>): Promise<T>;
  /** In all rows: sign-in, the carrier's webhooks, the platform operator, maintenance. */
  platform<T>(reason: string, work: (unit: Unit) => Promise<T>, origin?: Origin): Promise<T>;
  /** One statement outside a transaction, in all rows: what every request needs first. */
  lookup<T>(reason: string, statement: (db: Db) => Promise<T>): Promise<T>;
  /** Tells the events that processes which died have stored and not told. */
  tellLeft(): Promise<void>;
}

interface Surroundings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly log?: { warn(detail: object, message: string): void };
}

const tries = 3;

/** Makes the way to the database. */
export function createWithin(surroundings: Surroundings): Within {
  const { pool } = surroundings;
  let underWay = 0;
  const telling = createTelling({ ...surroundings, isBusy: () => underWay > 0 });
  const everything = kyselyOver(async () => {
    const client = await pool.connect();
    return { query: askingBy(client), release: () => client.release() };
  });
  const run = async <T>(opening: Opening, target: Target, origin: Origin, work: (unit: Unit) => Promise<T>) => {
    underWay += 1;
    const { result, told } = await retried(() => transaction(surroundings, opening, target, origin, work)).finally(
      () => {
        underWay -= 1;
      },
    );
    if (told.length > 0) await telling.tell(told.map(({ room }) => room.dealer_id));
    return result;
  };

  const within = (async <T>(scope: Scope, origin: Origin, work: (unit: Unit) => Promise<T>) =>
    run({ text: openingOf(scope) }, targetOf(scope), origin, work)) as Within;
  within.reading = async (scope, origin, work) =>
    run({ text: openingOf(scope, "begin read only"), onlyReads: true }, targetOf(scope), origin, work);
  within.business = async (business, _reason, work) =>
    run({ text: openingOf(business) }, targetOf(business), bySystem, work);
  within.platform = (_reason, work, origin = bySystem) =>
    run({ text: "begin; set local role rooftop_platform" }, {}, origin, work);
  within.tellLeft = telling.tellLeft;
  within.lookup = (_reason, statement) => statement(everything).catch(asFailure);
  return within;
}

function targetOf({ dealer_id, location_id }: Business): Target {
  return { dealer_id, ...(location_id ? { location_id } : {}) };
}

/** One round trip. The values are checked numbers, so they can stand in the text: SET takes no parameters. */
function openingOf({ dealer_id, location_id }: Business, begin = "begin"): string {
  if (!Number.isSafeInteger(dealer_id) || !Number.isSafeInteger(location_id ?? 0)) throw new Error("Not a scope");
  return (
    `${begin}; set local role rooftop_app; set local app.dealer_id = '${dealer_id}'; ` +
    `set local app.location_id = '${location_id ?? ""}'`
  );
}

interface Opening {
  readonly text: string;
  /** Nobody waits for the commit then. */
  readonly onlyReads?: boolean;
}

async function transaction<T>(
  { pool, clock, jobs, realtime }: Surroundings,
  { text: opening, onlyReads = false }: Opening,
  scoped: Target,
  origin: Origin,
  work: (unit: Unit) => Promise<T>,
): Promise<{ result: T; told: readonly Told[] }> {
  const client = await pool.connect();
  const after: (() => void)[] = [];
  const told: Told[] = [];
  const asked = new Map<Job, Asked[]>();
  const db = kyselyOn(client);
  const unit: Unit = {
    db,
    now: () => clock.now(),
    tell: (event, payload, target) => {
      const room = roomOf(event, { ...scoped, ...target });
      if (event.passing) after.push(() => realtime.tell(room, event.event, payload));
      else told.push({ room, event: event.event, payload });
    },
    enqueue: (job, data, options) => {
      const wanted = asked.get(job) ?? [];
      wanted.push({ data, options });
      asked.set(job, wanted);
    },
    audit: async ({ action, subject, subject_id = null, detail = {}, dealer_id = scoped.dealer_id, user_id }) => {
      if (dealer_id === undefined) throw new Error(`${subject} ${action}: in whose audit trail?`);
      const { ip, agent, request_id } = origin;
      const who = user_id ?? origin.user_id;
      const row = { dealer_id, user_id: who, action, subject, subject_id, detail: JSON.stringify(detail) };
      await db
        .insertInto("audit_log")
        .values({ ...row, ip, agent, request_id })
        .execute();
    },
    afterCommit: (act) => void after.push(act),
  };
  let isFree: Promise<boolean> | undefined;
  try {
    // Not waited for: what follows travels right behind it, and fails with it.
    const opened = client.query(opening);
    opened.catch(() => {});
    const result = await work(unit);
    await opened;
    const queue = { executeSql: askingTheSameBy(client) };
    await Promise.all([...asked].map(([job, wanted]) => jobs.enqueue(queue, job, wanted)));
    // The events' rows travel with the commit, which comes to nothing if they can't be stored.
    const stored = told.length > 0 ? storeEvents(client, told) : undefined;
    stored?.catch(() => {});
    const committed = client.query("commit");
    // What was read is true already: the commit only frees the connection.
    if (onlyReads) isFree = committed.then(works, isBroken);
    else await committed;
    await stored;
    for (const act of after) act();
    return { result, told };
  } catch (error) {
    isFree = client.query("rollback").then(works, isBroken);
    await isFree;
    throw error;
  } finally {
    if (isFree) void isFree.then((free) => client.release(!free));
    else client.release();
  }
}

const works = () => true;
const isBroken = () => false;

const onClient = new WeakMap<pg.PoolClient, Db>();

/** A query builder on one connection, kept with it. */
function kyselyOn(client: pg.PoolClient): Db {
  const known = onClient.get(client);
  if (known) return known;
  const only = { query: askingBy(client), release: () => {} };
  const made = kyselyOver(async () => only);
  onClient.set(client, made);
  return made;
}

function kyselyOver(connect: () => Promise<{ query: unknown; release: () => void }>): Db {
  const pool = { connect: connect as never, end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** A lost race (deadlock, serialization) is tried again after a moment: nothing has left the transaction yet. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || count === tries) return asFailure(error);
      // Whoever won shall be done first; two who lost together shall not meet again.
      await sleep(count * 10 + Math.random() * 20);
    }
  }
}

/** A database that is away is a failure that people may see; the cause stays for the log. */
function asFailure(error: unknown): never {
  if (!isAway(error)) throw error;
  const failure = new Failure("unavailable", undefined, { retryAfter: 5 });
  failure.cause = error;
  throw failure;
}
