import { type RawBuilder, sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import { type Range, splitRange } from "../rules.ts";
import type { Moments } from "./appointmentsStore.ts";
import { isInBands, isServiced, sources } from "./figuresStore.ts";
import { addedUpUntil, type StaleHour, staleHours } from "./hoursStore.ts";
import { atPlace, type Bucket, type Place } from "./store.ts";

/** Answers by how long the customer had waited, each band from its bound on. */
export const answerBands = [
  ...(["answers_0", "answers_1", "answers_2", "answers_3", "answers_4", "answers_5"] as const),
  ...(["answers_6", "answers_7", "answers_8", "answers_9", "answers_10", "answers_11"] as const),
];

/** What an hour's sums are of. */
const figures = [
  ...answerBands,
  ...(["inbound_leads", "leads_serviced", "contacts_by_staff", "contacts_imported"] as const),
  ...(["appointments_set", "appointment_scheduled"] as const),
  ...(["pending", "completed", "no_show", "in_person", "virtual"] as const),
];
type Figure = (typeof figures)[number];
export type FigureSums = { readonly at: string } & { readonly [Key in Figure]: number };

const summed = sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})::int as ${sql.ref(figure)}`));

/** No other appointment was made for the customer since: of all of them one counts them. */
const isLatest = sql<boolean>`not exists (select from appointments later
  where later.dealer_id = a.dealer_id and later.customer_id = a.customer_id and later.location_id = a.location_id
    and (later.created, later.id) > (a.created, a.id))`;

const ofCustomers = { ...sources, leads_serviced: isServiced };
const ofMaking = { appointments_set: sql<boolean>`true`, appointment_scheduled: isLatest };
const ofTime = {
  pending: sql<boolean>`a.status = 0`,
  completed: sql<boolean>`a.status = 1`,
  no_show: sql<boolean>`a.status = 2`,
  in_person: sql<boolean>`a.type = 0`,
  virtual: sql<boolean>`a.type = 1`,
};
const ofAnswers = Object.fromEntries(answerBands.map((figure, band) => [figure, isInBands([band])]));

/** What each row adds to its hour; of a range the rows are looked up by time, however many Postgres expects. */
function rowsBy(
  { table, as, at, holds = sql`true` }: { table: string; as: string; at: string; holds?: RawBuilder<unknown> },
  until: RawBuilder<unknown>,
  adds: Partial<Record<Figure, RawBuilder<boolean>>>,
) {
  const time = sql.ref(`${as}.${at}`);
  const added = figures.map(
    (figure) => sql`${adds[figure] ? sql`(${adds[figure]})::int` : sql`0`} as ${sql.ref(figure)}`,
  );
  return sql`select ranges.dealer_id, ranges.location_id, date_trunc('hour', ${time}, 'UTC') as hour, ${sql.join(added)}
    from ranges cross join lateral (
      select * from ${sql.table(table)} ${sql.ref(as)}
      where ${sql.ref(`${as}.dealer_id`)} = ranges.dealer_id and ${sql.ref(`${as}.location_id`)} = ranges.location_id
        and ${time} >= ranges.since and ${time} < ${until} and ${holds} offset 0
    ) as ${sql.ref(as)}`;
}

/** What the rows of `ranges` (dealer_id, location_id, since, until) add to their hours; what is there since its making up to `made`. */
function rowsOfRanges(made: Date | null) {
  const until = sql`ranges.until`;
  const madeUntil = sql`least(ranges.until, ${made}::timestamptz)`;
  const live = sql`cu.deleted_at is null`;
  return sql`${rowsBy({ table: "customers", as: "cu", at: "created_at", holds: live }, madeUntil, ofCustomers)}
    union all ${rowsBy({ table: "appointments", as: "a", at: "created" }, madeUntil, ofMaking)}
    union all ${rowsBy({ table: "responses", as: "r", at: "answered_at" }, madeUntil, ofAnswers)}
    union all ${rowsBy({ table: "appointments", as: "a", at: "datetime" }, until, ofTime)}`;
}

async function addUp(db: Db, ranges: RawBuilder<unknown>): Promise<void> {
  const columns = sql.join(figures.map((figure) => sql.ref(figure)));
  await sql`with ranges as materialized (${ranges})
    insert into figure_hours (dealer_id, location_id, hour, ${columns})
    select dealer_id, location_id, hour, ${summed} from (${rowsOfRanges(null)}) as rows group by 1, 2, 3`.execute(db);
}

/** Adds up hours that nobody has added up. */
export async function addUpFigures(db: Db, { from, to }: Range): Promise<void> {
  await addUp(
    db,
    sql`select dealer_id, id as location_id, ${from}::timestamptz as since, ${to}::timestamptz as until from locations`,
  );
}

/** Adds up some hours again. */
export async function addUpFiguresAgain(db: Db, hours: readonly StaleHour[]): Promise<void> {
  const stale = staleHours(hours);
  await sql`delete from figure_hours f using ${stale} where f.dealer_id = stale.dealer_id and f.hour = stale.hour`.execute(
    db,
  );
  await addUp(
    db,
    sql`select stale.dealer_id, l.id as location_id, stale.hour as since, stale.hour + interval '1 hour' as until
      from ${stale} join locations l on l.dealer_id = stale.dealer_id`,
  );
}

/**
 * Customers, appointments and answers of a period by the hours or days of a zone: from the hours that were added up, and for what
 * is newer, lies in a part of an hour, or has changed since, from the rows.
 */
export async function figureSums(db: Db, place: Place, { days, made }: Moments, by: Bucket) {
  const { whole, before, after } = splitRange(days, await addedUpUntil(db));
  const isStale = sql`stale.dealer_id = ${place.dealer_id} and stale.hour >= ${whole.from} and stale.hour < ${whole.to}`;
  const { rows } = await sql<FigureSums>`
    with changed as materialized (select distinct stale.hour from figure_hours_stale stale where ${isStale}),
    spans (since, until) as (
      values (${before.from}::timestamptz, ${before.to}::timestamptz), (${after.from}, ${after.to})
      union all select hour, hour + interval '1 hour' from changed
    ),
    ranges as materialized (
      select l.dealer_id, l.id as location_id, spans.since, spans.until from locations l cross join spans
      where l.dealer_id = ${place.dealer_id} and ${place.location_id === null ? sql`true` : sql`l.id = ${place.location_id}`}
        and spans.since < spans.until
    )
    select ${by("counted.hour")}::text as at, ${summed} from (
      select dealer_id, location_id, hour, ${sql.join(figures.map((figure) => sql.ref(figure)))} from figure_hours h
      where ${atPlace("h", place)} and hour >= ${whole.from} and hour < ${whole.to} and hour not in (select hour from changed)
      union all ${rowsOfRanges(made.to)}
    ) as counted group by ${by("counted.hour")}`.execute(db);
  return rows;
}
