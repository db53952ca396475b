import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { CarrierStatus } from "#core/carrierStatus.ts";
import { createLooks } from "#core/looks.ts";
import type { Log } from "../../log.ts";
import { refusalOf } from "../carrierErrors.ts";
import type { CarrierKeyword, SmsCallbacks } from "../sms.ts";
import { lookMs, retryMs, waitUntil } from "./waits.ts";

/** How long a claim holds: a process silent for longer counts as dead, and its callback is delivered again. */
const lease = "15 seconds";
const holdsReports = "coalesce((select (settings ->> 'hold_reports')::boolean from simulated_carrier), false)";
const batchSize = 20;
/** Limits one busy conversation's share of a batch, so that others get their turn. */
const maxPerConversation = 3;

interface DueCallback {
  id: string | number;
  tries: number;
  new_status: CarrierStatus | null;
  new_error_code: string;
  is_lost: boolean;
  sid: string;
  from: string;
  to: string;
  body: string;
  media: string[];
  reference: string;
  carrier_keyword: CarrierKeyword | null;
}

export interface CallbackDispatcher {
  start(listener: SmsCallbacks): void;
  /** Delivers due callbacks after so many milliseconds. */
  deliverIn(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Delivers the simulated carrier's callbacks from the database, so they survive restarts; any node may deliver them. */
export function createCallbackDispatcher(pool: pg.Pool, log: Log): CallbackDispatcher {
  let callbacks: SmsCallbacks | undefined;
  let isDown = false;

  async function deliverAllDue(to: SmsCallbacks): Promise<void> {
    for (;;) {
      const due = await claim(pool);
      await Promise.all(groupedByConversation(due).map((group) => deliverInOrder(to, group)));
      if (due.length === 0 || !callbacks) return;
    }
  }

  async function deliverInOrder(to: SmsCallbacks, group: DueCallback[]): Promise<void> {
    for (const callback of group) {
      try {
        if (!callback.is_lost) await deliver(to, callback);
        await pool.query("delete from simulated_tellings where id = $1", [callback.id]);
      } catch (error) {
        log.warn({ err: error, sid: callback.sid }, "the application failed a carrier callback; it will be retried");
        await postpone(pool, callback);
      }
    }
  }

  async function look(): Promise<number> {
    if (callbacks) await deliverAllDue(callbacks);
    const wait = await msUntilNext(pool);
    isDown = false;
    return wait;
  }

  const onFailure = (error: unknown) => {
    // Logged once per outage, not every second.
    if (!isDown) log.warn({ err: error }, "the simulated carrier can't read its due callbacks");
    isDown = true;
    return retryMs;
  };
  // Texts and calls are sent within units of work, to which what follows doesn't belong.
  const looks = createLooks(look, { apart: lookMs, onFailure, context: AsyncLocalStorage.snapshot() });

  return {
    start(to) {
      callbacks = to;
      looks.now();
    },
    deliverIn: (milliseconds) => callbacks && looks.within(milliseconds),
    async stop() {
      callbacks = undefined;
      await looks.stop();
    },
  };
}

/** Milliseconds until a callback is due, or until something is looked for that another process left. */
async function msUntilNext(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select ceil(extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from simulated_tellings
     where status is null or not ${holdsReports}`,
  );
  return waitUntil(rows[0]?.ms ?? null);
}

/** Claims a batch of due callbacks and updates their texts' status, which never moves backward. */
async function claim(pool: pg.Pool): Promise<DueCallback[]> {
  const { rows } = await pool.query<DueCallback>(
    `with waiting as (
       select t.id, t.due_at, row_number() over (
           partition by least(m."from", m."to"), greatest(m."from", m."to") order by t.due_at, t.id
         ) as position
       from simulated_tellings t join simulated_messages m on m.id = t.message_id where t.due_at <= now()
         and (t.status is null or not ${holdsReports})
     ), next as (
       select id from waiting where position <= ${maxPerConversation} order by due_at, id limit ${batchSize}
     ), due as (
       select id from simulated_tellings t where id in (select id from next) and due_at <= now()
       for update skip locked
     ), claimed as (
       update simulated_tellings t set due_at = now() + interval '${lease}' from due where t.id = due.id returning t.*
     ), last as (
       select distinct on (message_id) message_id, status, error_code from claimed
       where status is not null order by message_id, array_position(array['sent', 'delivered', 'failed'], status) desc
     ), moved as (
       update simulated_messages m set status = last.status, error_code = last.error_code from last
       where m.id = last.message_id
         and array_position(array['queued', 'sent', 'delivered', 'failed'], m.status)
           < array_position(array['queued', 'sent', 'delivered', 'failed'], last.status)
     )
     select c.id, c.tries, c.status as new_status, c.error_code as new_error_code, c.is_lost,
       m.sid, m."from", m."to", m.body, m.media, m.reference, m.carrier_keyword
     from claimed c join simulated_messages m on m.id = c.message_id order by c.id`,
  );
  return rows;
}

async function deliver(callbacks: SmsCallbacks, due: DueCallback): Promise<void> {
  if (due.new_status === null) {
    const media = due.media.map((url) => ({ url, type: mediaType(url) }));
    await callbacks.onInboundText({
      sid: due.sid,
      from: due.from,
      to: due.to,
      body: due.body,
      media,
      carrierAnsweredOptOut: due.carrier_keyword !== null,
      ...(due.carrier_keyword && { carrierKeyword: due.carrier_keyword }),
    });
  } else {
    const refusal = due.new_status === "failed" ? refusalOf(due.new_error_code) : undefined;
    await callbacks.onStatusReport({ reference: due.reference, sid: due.sid, status: due.new_status, refusal });
  }
}

/** Retries after half a second, doubling each time up to 30 seconds. */
async function postpone(pool: pg.Pool, { id, tries }: DueCallback): Promise<void> {
  const wait = Math.min(500 * 2 ** tries, 30_000);
  await pool
    .query(
      "update simulated_tellings set tries = tries + 1, due_at = now() + $2 * interval '1 millisecond' where id = $1",
      [id, wait],
    )
    .catch(() => {
      // The database is down: the callback is due again when its lease expires.
    });
}

/** Callbacks of one conversation are delivered in order, independently of other conversations. */
function groupedByConversation(due: DueCallback[]): DueCallback[][] {
  return [...Map.groupBy(due, ({ from, to }) => [from, to].sort().join(" ")).values()];
}

const typesByExtension: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  pdf: "application/pdf",
  vcf: "text/vcard",
};

function mediaType(url: string): string {
  const dataType = /^data:([\w.+-]+\/[\w.+-]+)[;,]/.exec(url)?.[1];
  const extension = /\.(\w+)(?:[?#].*)?$/.exec(url)?.[1]?.toLowerCase() ?? "";
  return (
    dataType ??
    (Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined) ??
    "application/octet-stream"
  );
}
