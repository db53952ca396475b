import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { EventAudience, EventPosition } from "#core/event.ts";
import type { Realtime, SequencedRoom } from "#ports/realtime/realtime.ts";

/** An event to publish once its unit of work has committed. */
export interface PendingEvent {
  readonly room: SequencedRoom;
  readonly event: string;
  readonly payload: unknown;
}

/** The location or user that a room belongs to; 0 for a whole dealer. */
export function audienceId(room: SequencedRoom): number {
  if (room.kind === "location") return room.location_id;
  return room.kind === "user" ? room.user_id : 0;
}

function roomFor(audience: EventAudience, dealer_id: number, id: number): SequencedRoom {
  if (audience === "location") return { kind: "location", dealer_id, location_id: id };
  return audience === "user" ? { kind: "user", dealer_id, user_id: id } : { kind: "dealer", dealer_id };
}

/** Stores events in the transaction that caused them, in one statement. */
export async function storeEvents(client: pg.PoolClient, pending: readonly PendingEvent[]): Promise<void> {
  await client.query({
    name: "rooftop_events",
    text: `insert into events (dealer_id, audience, audience_id, event, payload)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::json[])`,
    values: [
      pending.map(({ room }) => room.dealer_id),
      pending.map(({ room }) => room.kind),
      pending.map(({ room }) => audienceId(room)),
      pending.map(({ event }) => event),
      pending.map(({ payload }) => JSON.stringify(payload) ?? "null"),
    ],
  });
}

interface NumberedEvent {
  readonly dealer_id: number;
  readonly id: number;
  readonly audience: EventAudience;
  readonly audience_id: number;
  readonly event: string;
  readonly payload: unknown;
  readonly seq: number;
  readonly after: number;
}

/** Numbers committed events and publishes them in that order. */
export interface EventPublisher {
  /** Resolves once these dealers' events are published, or after `maxWaitMs` when that fails; it is then retried. */
  publish(dealer_ids: Iterable<number>): Promise<void>;
  /** Publishes events that a crashed process stored but never published. */
  publishPending(): Promise<void>;
}

interface EventPublisherDeps {
  readonly pool: pg.Pool;
  readonly realtime: Pick<Realtime, "publish">;
  readonly log?: { warn(detail: object, message: string): void } | undefined;
  /** True while other transactions are running that may add events. */
  readonly isBusy?: () => boolean;
}

const retryDelayMs = 1_000;
/** The longest that a response waits for its events. */
const maxWaitMs = 1_000;
/** How long finished work waits for running work, so that one transaction numbers the events of both. */
const batchWindowMs = 25;

/**
 * One statement numbers everything committed while the previous one ran, so a burst of commits makes larger batches rather
 * than a queue. Processes take turns on the counter; whoever numbers an event publishes it.
 */
export function createEventPublisher({
  pool,
  realtime,
  log,
  isBusy = () => false,
}: EventPublisherDeps): EventPublisher {
  const dueDealers = new Set<number>();
  let current: Promise<void> = Promise.resolve();
  let upcoming: Promise<void> | undefined;

  async function publishNumbered(dealers: number[] | null): Promise<void> {
    const { rows } = await pool.query<NumberedEvent>({
      name: "rooftop_number_events",
      text: "select dealer_id, id, audience, audience_id, event, payload, seq, after from number_events($1)",
      values: [dealers],
    });
    for (const { dealer_id, id, audience, audience_id, event, payload, seq, after } of rows) {
      const position: EventPosition = { id, seq, to: audience, after };
      realtime.publish(roomFor(audience, dealer_id, audience_id), event, payload, position);
    }
  }

  async function publishBatch(): Promise<void> {
    if (isBusy()) await sleep(batchWindowMs);
    const dealers = [...dueDealers];
    dueDealers.clear();
    try {
      await publishNumbered(dealers);
    } catch (error) {
      // A process that is shutting down leaves them to the next one.
      if (pool.ending) return;
      for (const dealer of dealers) dueDealers.add(dealer);
      log?.warn({ err: error }, "committed events could not be published yet");
      setTimeout(() => void next(), retryDelayMs).unref();
    }
  }

  function next(): Promise<void> {
    upcoming ??= current.then(() => {
      current = upcoming ?? current;
      upcoming = undefined;
      return dueDealers.size > 0 ? publishBatch() : undefined;
    });
    return upcoming;
  }

  return {
    async publish(dealer_ids) {
      for (const id of dealer_ids) dueDealers.add(id);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, maxWaitMs);
      });
      await Promise.race([next(), timeout]);
      clearTimeout(timer);
    },
    publishPending: () => publishNumbered(null),
  };
}
