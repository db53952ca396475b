import type pg from "pg";

/** How the simulated carrier works. */
export interface SimulatedCarrier {
  /** Of each number. */
  readonly segments_per_second: number;
  /** So many segments of a number wait at most; null: no limit. */
  readonly queue_limit: number | null;
  /** What happens to a text beyond it: it is refused (21611), or taken and failed later (30001). */
  readonly when_full: "refuse" | "fail_later";
  /** Of a hundred texts, how many fail as spam (30007). */
  readonly filtered_percent: number;
  /** Phones, or their last digits: switched off (30003), out of service (30005), landlines (30006). */
  readonly off: readonly string[];
  readonly out_of_service: readonly string[];
  readonly landlines: readonly string[];
  /** Status reports wait until this is turned off. */
  readonly hold_reports: boolean;
  /** Status reports arrive in the wrong order. */
  readonly shuffle_reports: boolean;
}

/**
 * How it works unless somebody changed it: faster than a real long code, so that a demonstration ends, and slow enough to
 * watch.
 */
export const usualCarrier: SimulatedCarrier = {
  segments_per_second: 20,
  queue_limit: null,
  when_full: "refuse",
  filtered_percent: 0,
  off: [],
  out_of_service: [],
  landlines: [],
  hold_reports: false,
  shuffle_reports: false,
};

/** Settings in the database, which every process follows. */
export interface StoredCarrier {
  /** As they were known last; a second old at most while texts are sent. */
  readonly known: SimulatedCarrier;
  /** As they are now, or were a second ago. */
  current(): Promise<SimulatedCarrier>;
  save(settings: SimulatedCarrier): Promise<void>;
}

const freshMs = 1_000;

export function storedCarrier(pool: pg.Pool): StoredCarrier {
  let known = usualCarrier;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    get known() {
      return known;
    },
    async current() {
      if (performance.now() - readAt < freshMs) return known;
      const { rows } = await pool.query<{ settings: SimulatedCarrier }>("select settings from simulated_carrier");
      readAt = performance.now();
      known = { ...usualCarrier, ...rows[0]?.settings };
      return known;
    },
    async save(settings) {
      await pool.query(
        "insert into simulated_carrier (settings) values ($1) on conflict (id) do update set settings = excluded.settings",
        [settings],
      );
      readAt = performance.now();
      known = settings;
    },
  };
}

const deadCodes = { off: "30003", out_of_service: "30005", landlines: "30006" } as const;

/**
 * Why a text fails on its way, as the carrier's code; undefined when it arrives.
 *
 * @param dice from 0 to 1: which texts are filtered.
 */
export function failureOf(settings: SimulatedCarrier, to: string, dice: number): string | undefined {
  for (const [kind, code] of Object.entries(deadCodes) as [keyof typeof deadCodes, string][]) {
    if (settings[kind].some((ending) => to.endsWith(ending))) return code;
  }
  return dice * 100 < settings.filtered_percent ? "30007" : undefined;
}

/** A pace that somebody set holds up the reports; the usual one doesn't, because nothing else would wait for it. */
const hasQueue = ({ segments_per_second, queue_limit }: SimulatedCarrier) =>
  queue_limit !== null || segments_per_second !== usualCarrier.segments_per_second;

/**
 * Puts a text into its number's queue.
 *
 * @returns the milliseconds after which it leaves; undefined when the queue is full.
 */
export async function joinQueue(
  pool: pg.Pool,
  settings: SimulatedCarrier,
  number: string,
  segments: number,
): Promise<number | undefined> {
  if (!hasQueue(settings)) return 0;
  const { segments_per_second: rate, queue_limit } = settings;
  const { rows } = await pool.query<{ wait: number }>(
    `insert into simulated_queues as q (number, drained_at)
     select $1, now() + $2::float8 * interval '1 second' where $3::float8 is null or $2::float8 <= $3
     on conflict (number) do update set drained_at = greatest(q.drained_at, now()) + $2::float8 * interval '1 second'
       where $3::float8 is null
         or extract(epoch from greatest(q.drained_at, now()) - now()) + $2::float8 <= $3::float8
     returning (extract(epoch from drained_at - now()) * 1000)::float8 as wait`,
    [number, segments / rate, queue_limit === null ? null : queue_limit / rate],
  );
  return rows[0]?.wait;
}

/** What the simulated carrier holds: each number's queue in segments, and the reports that wait. */
export interface CarrierBacklog {
  readonly queues: readonly { readonly number: string; readonly segments: number }[];
  readonly held_reports: number;
}

export async function carrierBacklog(pool: pg.Pool, settings: SimulatedCarrier): Promise<CarrierBacklog> {
  const { rows: queues } = await pool.query<{ number: string; segments: number }>(
    `select number, ceil(extract(epoch from drained_at - now()) * $1::float8)::int as segments from simulated_queues
     where drained_at > now() order by number`,
    [settings.segments_per_second],
  );
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from simulated_tellings where status is not null and due_at <= now()",
  );
  return { queues, held_reports: settings.hold_reports ? (rows[0]?.count ?? 0) : 0 };
}

/** Clears the queues, as after a change of the pace. */
export async function clearQueues(pool: pg.Pool): Promise<void> {
  await pool.query("delete from simulated_queues");
}
