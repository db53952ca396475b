import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { splitRange } from "../rules.ts";
import { customerSources, isInBands, isServiced } from "./figuresStore.ts";
import { rolledUpUntil, type StaleHour, staleHoursTable } from "./messageHoursStore.ts";
import { type Bucket, type FigureRanges, type FigureScope, inScope } from "./store.ts";

/** Answers by wait, one column per band of `waitBounds`. */
export const answerBands = [
  "answers_0",
  "answers_1",
  "answers_2",
  "answers_3",
  "answers_4",
  "answers_5",
  "answers_6",
  "answers_7",
  "answers_8",
  "answers_9",
  "answers_10",
  "answers_11",
] as const;

/** The columns of an hour's sums. */
const figures = [
  ...answerBands,
  "inbound_leads",
  "leads_serviced",
  "contacts_by_staff",
  "contacts_imported",
  "appointments_set",
  "appointment_scheduled",
  "pending",
  "completed",
  "no_show",
  "in_person",
  "virtual",
] as const;
type Figure = (typeof figures)[number];
export type FigureSums = { readonly at: string } & { readonly [Key in Figure]: number };

const summedColumns = sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})::int as ${sql.ref(figure)}`));

/** The customer's latest appointment, so that each customer counts once. */
const isLatest = sql<boolean>`not exists (select from appointments later
  where later.dealer_id = a.dealer_id and later.customer_id = a.customer_id and later.location_id = a.location_id
    and (later.created, later.id) > (a.created, a.id))`;

const customerFigures = { ...customerSources, leads_serviced: isServiced };
const creationFigures = { appointments_set: sql<boolean>`true`, appointment_scheduled: isLatest };
const timeFigures = {
  pending: sql<boolean>`a.status = 0`,
  completed: sql<boolean>`a.status = 1`,
  no_show: sql<boolean>`a.status = 2`,
  in_person: sql<boolean>`a.type = 0`,
  virtual: sql<boolean>`a.type = 1`,
};
const answerFigures = Object.fromEntries(answerBands.map((figure, band) => [figure, isInBands([band])]));

/** What each row adds to its hour. `offset 0` forces the lookup by time, regardless of Postgres' estimates. */
function contributions(
  { table, as, at, holds = sql`true` }: { table: string; as: string; at: string; holds?: RawBuilder<unknown> },
  until: RawBuilder<unknown>,
  conditions: Partial<Record<Figure, RawBuilder<boolean>>>,
) {
  const time = sql.ref(`${as}.${at}`);
  const columns = figures.map(
    (figure) => sql`${conditions[figure] ? sql`(${conditions[figure]})::int` : sql`0`} as ${sql.ref(figure)}`,
  );
  return sql`select ranges.dealer_id, ranges.location_id, date_trunc('hour', ${time}, 'UTC') as hour, ${sql.join(columns)}
    from ranges cross join lateral (
      select * from ${sql.table(table)} ${sql.ref(as)}
      where ${sql.ref(`${as}.dealer_id`)} = ranges.dealer_id and ${sql.ref(`${as}.location_id`)} = ranges.location_id
        and ${time} >= ranges.since and ${time} < ${until} and ${holds} offset 0
    ) as ${sql.ref(as)}`;
}

/** What the rows of `ranges` (dealer_id, location_id, since, until) add to their hours; `made` caps rows by creation time. */
function rowsOfRanges(made: Date | null) {
  const until = sql`ranges.until`;
  const madeUntil = sql`least(ranges.until, ${made}::timestamptz)`;
  const live = sql`cu.deleted_at is null`;
  return sql`${contributions({ table: "customers", as: "cu", at: "created_at", holds: live }, madeUntil, customerFigures)}
    union all ${contributions({ table: "appointments", as: "a", at: "created" }, madeUntil, creationFigures)}
    union all ${contributions({ table: "responses", as: "r", at: "answered_at" }, madeUntil, answerFigures)}
    union all ${contributions({ table: "appointments", as: "a", at: "datetime" }, until, timeFigures)}`;
}

async function insertSums(db: Db, ranges: RawBuilder<unknown>): Promise<void> {
  const columns = sql.join(figures.map((figure) => sql.ref(figure)));
  await sql`with ranges as materialized (${ranges})
    insert into figure_hours (dealer_id, location_id, hour, ${columns})
    select dealer_id, location_id, hour, ${summedColumns} from (${rowsOfRanges(null)}) as rows group by 1, 2, 3`.execute(
    db,
  );
}

/** Rolls up hours for the first time. */
export async function rollUpFigureHours(db: Db, { from, to }: TimeRange): Promise<void> {
  await insertSums(
    db,
    sql`select dealer_id, id as location_id, ${from}::timestamptz as since, ${to}::timestamptz as until from locations`,
  );
}

/** Rolls up changed hours again. */
export async function rebuildFigureHours(db: Db, hours: readonly StaleHour[]): Promise<void> {
  const stale = staleHoursTable(hours);
  await sql`delete from figure_hours f using ${stale} where f.dealer_id = stale.dealer_id and f.hour = stale.hour`.execute(
    db,
  );
  await insertSums(
    db,
    sql`select stale.dealer_id, l.id as location_id, stale.hour as since, stale.hour + interval '1 hour' as until
      from ${stale} join locations l on l.dealer_id = stale.dealer_id`,
  );
}

/**
 * Customers, appointments and answers of a period by hour or day of a zone. Reads rolled-up hours, and the rows themselves
 * for newer, partial or changed hours.
 */
export async function figureSums(db: Db, scope: FigureScope, { days, created }: FigureRanges, bucket: Bucket) {
  const { whole, before, after } = splitRange(days, await rolledUpUntil(db));
  const isStale = sql`stale.dealer_id = ${scope.dealer_id} and stale.hour >= ${whole.from} and stale.hour < ${whole.to}`;
  const { rows } = await sql<FigureSums>`
    with changed as materialized (select distinct stale.hour from figure_hours_stale stale where ${isStale}),
    spans (since, until) as (
      values (${before.from}::timestamptz, ${before.to}::timestamptz), (${after.from}, ${after.to})
      union all select hour, hour + interval '1 hour' from changed
    ),
    ranges as materialized (
      select l.dealer_id, l.id as location_id, spans.since, spans.until from locations l cross join spans
      where l.dealer_id = ${scope.dealer_id} and ${scope.location_id === null ? sql`true` : sql`l.id = ${scope.location_id}`}
        and spans.since < spans.until
    )
    select ${bucket("counted.hour")}::text as at, ${summedColumns} from (
      select dealer_id, location_id, hour, ${sql.join(figures.map((figure) => sql.ref(figure)))} from figure_hours h
      where ${inScope("h", scope)} and hour >= ${whole.from} and hour < ${whole.to} and hour not in (select hour from changed)
      union all ${rowsOfRanges(created.to)}
    ) as counted group by ${bucket("counted.hour")}`.execute(db);
  return rows;
}
