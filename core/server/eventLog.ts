import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Audience, Mark } from "#core/event.ts";
import type { MarkedRoom, Realtime } from "#ports/realtime/realtime.ts";

/** An event that leaves once its piece of work is committed. */
export interface Told {
  readonly room: MarkedRoom;
  readonly event: string;
  readonly payload: unknown;
}

/** The id of a room's people within their dealer. */
export function audienceId(room: MarkedRoom): number {
  if (room.kind === "location") return room.location_id;
  return room.kind === "user" ? room.user_id : 0;
}

function roomBy(audience: Audience, dealer_id: number, id: number): MarkedRoom {
  if (audience === "location") return { kind: "location", dealer_id, location_id: id };
  return audience === "user" ? { kind: "user", dealer_id, user_id: id } : { kind: "dealer", dealer_id };
}

/** Stores events in the transaction that they tell of, in one statement however many they are. */
export async function storeEvents(client: pg.PoolClient, told: readonly Told[]): Promise<void> {
  await client.query({
    name: "rooftop_events",
    text: `insert into events (dealer_id, audience, audience_id, event, payload)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::json[])`,
    values: [
      told.map(({ room }) => room.dealer_id),
      told.map(({ room }) => room.kind),
      told.map(({ room }) => audienceId(room)),
      told.map(({ event }) => event),
      told.map(({ payload }) => JSON.stringify(payload) ?? "null"),
    ],
  });
}

interface Numbered {
  readonly dealer_id: number;
  readonly id: number;
  readonly audience: Audience;
  readonly audience_id: number;
  readonly event: string;
  readonly payload: unknown;
  readonly seq: number;
  readonly after: number;
}

/** Numbers what was committed, and tells it in the order of its numbers. */
export interface Telling {
  /** Resolves when these dealers' events are told, or after a moment when that isn't possible now: then it is tried again. */
  tell(dealer_ids: Iterable<number>): Promise<void>;
  /** Tells what processes that died have stored and not told. */
  tellLeft(): Promise<void>;
}

interface Means {
  readonly pool: pg.Pool;
  readonly realtime: Realtime;
  readonly log?: { warn(detail: object, message: string): void } | undefined;
  /** True while more is under way that may have events to tell. */
  readonly isBusy?: () => boolean;
}

const againAfter = 1_000;
/** Nobody's answer waits longer for its events. */
const patience = 1_000;
/** So long the events of what is done wait for those of what is under way: one transaction numbers them all. */
const gatherFor = 25;

/**
 * One statement numbers whatever has been committed while the one before it ran: a storm of commits makes larger batches,
 * never a queue at the counter. Several processes take turns at the counter, and whoever numbers an event tells it.
 */
export function createTelling({ pool, realtime, log, isBusy = () => false }: Means): Telling {
  const due = new Set<number>();
  let current: Promise<void> = Promise.resolve();
  let coming: Promise<void> | undefined;

  async function number(dealers: number[] | null): Promise<void> {
    const { rows } = await pool.query<Numbered>({
      name: "rooftop_number_events",
      text: "select dealer_id, id, audience, audience_id, event, payload, seq, after from number_events($1)",
      values: [dealers],
    });
    for (const { dealer_id, id, audience, audience_id, event, payload, seq, after } of rows) {
      const mark: Mark = { id, seq, to: audience, after };
      realtime.tell(roomBy(audience, dealer_id, audience_id), event, payload, mark);
    }
  }

  async function batch(): Promise<void> {
    if (isBusy()) await sleep(gatherFor);
    const dealers = [...due];
    due.clear();
    try {
      await number(dealers);
    } catch (error) {
      // A process that ends leaves them to the next one.
      if (pool.ending) return;
      for (const dealer of dealers) due.add(dealer);
      log?.warn({ err: error }, "committed events could not be told yet");
      setTimeout(() => void next(), againAfter).unref();
    }
  }

  function next(): Promise<void> {
    coming ??= current.then(() => {
      current = coming ?? current;
      coming = undefined;
      return due.size > 0 ? batch() : undefined;
    });
    return coming;
  }

  return {
    async tell(dealer_ids) {
      for (const id of dealer_ids) due.add(id);
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([next(), enough]);
      clearTimeout(timer);
    },
    tellLeft: () => number(null),
  };
}
