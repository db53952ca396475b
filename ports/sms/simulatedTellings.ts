import type pg from "pg";
import type { Log } from "../log.ts";
import { refusalOf } from "./carrierErrors.ts";
import type { CarrierStatus, SmsListener } from "./sms.ts";

/** A process that took a telling and says nothing for this long is taken for dead; the telling is told again. */
const lease = "15 seconds";
const pollEvery = 1_000;
const batch = 20;
/** One phone that says a lot lets the others have their say. */
const mostOfOne = 3;

interface Due {
  id: string | number;
  tries: number;
  tell_status: CarrierStatus | null;
  tell_error: string;
  is_lost: boolean;
  sid: string;
  from: string;
  to: string;
  body: string;
  media: string[];
  reference: string;
}

export interface Teller {
  start(listener: SmsListener): void;
  /** Looks for what is due in so many milliseconds. */
  wakeIn(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Tells the application what the simulated carrier has to tell, from the database: also after a restart, on any node. */
export function createTeller(pool: pg.Pool, log: Log): Teller {
  let listener: SmsListener | undefined;
  let round: Promise<void> | undefined;
  let isAway = false;
  const timers = new Set<NodeJS.Timeout>();

  async function tellAllDue(to: SmsListener): Promise<void> {
    for (;;) {
      const due = await claim(pool);
      await Promise.all(groupedByConversation(due).map((tellings) => tellInOrder(to, tellings)));
      if (due.length === 0 || !listener) return;
    }
  }

  async function tellInOrder(to: SmsListener, tellings: Due[]): Promise<void> {
    for (const telling of tellings) {
      try {
        if (!telling.is_lost) await tell(to, telling);
        await pool.query("delete from simulated_tellings where id = $1", [telling.id]);
      } catch (error) {
        log.warn(
          { err: error, sid: telling.sid },
          "the application did not take what the carrier told; it is told again",
        );
        await postpone(pool, telling);
      }
    }
  }

  function look(): void {
    if (!listener || round) return;
    round = tellAllDue(listener)
      .then(
        () => {
          isAway = false;
        },
        (error) => {
          // Once for an outage, not each second of it.
          if (!isAway) log.warn({ err: error }, "the simulated carrier can't look at what is due");
          isAway = true;
        },
      )
      .finally(() => {
        round = undefined;
      });
  }

  function wakeIn(milliseconds: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      // Busy with a round that may have looked before this was due: once more after it.
      if (round) void round.then(look);
      else look();
    }, milliseconds);
    timers.add(timer);
  }

  let polling: NodeJS.Timeout | undefined;
  return {
    start(to) {
      listener = to;
      polling = setInterval(look, pollEvery);
      look();
    },
    wakeIn(milliseconds) {
      if (listener) wakeIn(milliseconds);
    },
    async stop() {
      listener = undefined;
      clearInterval(polling);
      for (const timer of timers) clearTimeout(timer);
      await round;
    },
  };
}

/** Takes some of what is due, and makes the texts what they have become. What a carrier knows never goes backwards. */
async function claim(pool: pg.Pool): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `with waiting as (
       select t.id, t.due_at, row_number() over (
           partition by least(m."from", m."to"), greatest(m."from", m."to") order by t.due_at, t.id
         ) as place
       from simulated_tellings t join simulated_messages m on m.id = t.message_id where t.due_at <= now()
     ), next as (
       select id from waiting where place <= ${mostOfOne} order by due_at, id limit ${batch}
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
     select c.id, c.tries, c.status as tell_status, c.error_code as tell_error, c.is_lost,
       m.sid, m."from", m."to", m.body, m.media, m.reference
     from claimed c join simulated_messages m on m.id = c.message_id order by c.id`,
  );
  return rows;
}

async function tell(listener: SmsListener, due: Due): Promise<void> {
  if (due.tell_status === null) {
    const media = due.media.map((url) => ({ url, type: mediaType(url) }));
    await listener.inbound({
      sid: due.sid,
      from: due.from,
      to: due.to,
      body: due.body,
      media,
      carrierAnsweredOptOut: false,
    });
  } else {
    const refusal = due.tell_status === "failed" ? refusalOf(due.tell_error) : undefined;
    await listener.status({ reference: due.reference, sid: due.sid, status: due.tell_status, refusal });
  }
}

/** Half a second, then twice as long each time, at most half a minute. */
async function postpone(pool: pg.Pool, { id, tries }: Due): Promise<void> {
  const wait = Math.min(500 * 2 ** tries, 30_000);
  await pool
    .query(
      "update simulated_tellings set tries = tries + 1, due_at = now() + $2 * interval '1 millisecond' where id = $1",
      [id, wait],
    )
    .catch(() => {
      // The database is away: the lease runs out and the telling is due again.
    });
}

/** What belongs to one phone and number is told in its order; the others need not wait for it. */
function groupedByConversation(due: Due[]): Due[][] {
  return [...Map.groupBy(due, ({ from, to }) => [from, to].sort().join(" ")).values()];
}

const typesByEnding: Readonly<Record<string, string>> = {
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
  const ofData = /^data:([\w.+-]+\/[\w.+-]+)[;,]/.exec(url)?.[1];
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(url)?.[1]?.toLowerCase() ?? "";
  return (
    ofData ?? (Object.hasOwn(typesByEnding, ending) ? typesByEnding[ending] : undefined) ?? "application/octet-stream"
  );
}
