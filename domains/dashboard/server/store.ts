import { type RawBuilder, sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Period } from "../contract.ts";

/** Whose figures: one location's, or all of a business's together. */
export interface Place {
  readonly dealer_id: number;
  readonly location_id: number | null;
}

/** The rows of a table that are of the place. */
export function atPlace(table: string, { dealer_id, location_id }: Place): RawBuilder<boolean> {
  const ofDealer = sql<boolean>`${sql.ref(table)}.dealer_id = ${dealer_id}`;
  if (location_id === null) return ofDealer;
  return sql<boolean>`${ofDealer} and ${sql.ref(table)}.location_id = ${location_id}`;
}

/** What rows are grouped by: the day of an instant, or its hour, by the clocks of a zone. */
export type Bucket = (instant: string) => RawBuilder<string>;

/** The zone stands in the text, so that what is selected and what is grouped by are the same to Postgres. */
export function bucketIn(period: Period, zone: string): Bucket {
  return (instant) => {
    const clock = sql`${sql.ref(instant)} at time zone ${sql.lit(zone)}`;
    return period === "today" ? sql<string>`date_trunc('hour', ${clock})` : sql<string>`(${clock})::date`;
  };
}

/**
 * All statements of this transaction shall see the same rows, so that what one has counted is there for the next; and none
 * shall be compiled, which takes longer than it saves. Comes before anything is read.
 */
export async function seeOneMoment(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  await sql`set local jit = off`.execute(db);
}
