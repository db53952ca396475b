import { type RawBuilder, sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** One location, or with null all locations of a business. */
export interface FigureScope {
  readonly dealer_id: number;
  readonly location_id: number | null;
}

/** Limits a table to the scope. */
export function inScope(table: string, { dealer_id, location_id }: FigureScope): RawBuilder<boolean> {
  const ofDealer = sql<boolean>`${sql.ref(table)}.dealer_id = ${dealer_id}`;
  if (location_id === null) return ofDealer;
  return sql<boolean>`${ofDealer} and ${sql.ref(table)}.location_id = ${location_id}`;
}

/** Groups an instant by its day or hour in a zone. */
export type Bucket = (instant: string) => RawBuilder<string>;

/** Inlines the zone: with parameters Postgres would not see that select and group by match. */
export function bucketIn(isByHour: boolean, zone: string): Bucket {
  return (instant) => {
    const clock = sql`${sql.ref(instant)} at time zone ${sql.lit(zone)}`;
    return isByHour ? sql<string>`date_trunc('hour', ${clock})` : sql<string>`(${clock})::date`;
  };
}

/**
 * Gives all statements of the transaction one snapshot, so that counts and rows agree, and turns off JIT compilation,
 * which costs more than it saves. Must run first.
 */
export async function beginSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  await sql`set local jit = off`.execute(db);
}
