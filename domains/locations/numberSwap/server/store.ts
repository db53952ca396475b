import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SourceNumber } from "../rules.ts";

/** The location's tracking numbers that take calls, the oldest first. */
export async function activeNumbers(db: Db, { dealer_id, location_id }: LocationKey): Promise<SourceNumber[]> {
  const rows = await db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "active")
    .select(["source", "number"])
    .orderBy("id")
    .execute();
  return rows.flatMap(({ source, number }) => (number === null ? [] : [{ source, number }]));
}
