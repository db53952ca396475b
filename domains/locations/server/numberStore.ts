import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** A carrier's number and the location that texts from it. */
export interface LocationNumber {
  readonly number: string;
  readonly dealer_id: number;
  readonly location_id: number;
  readonly provider: string;
  readonly provider_sid: string;
}

/** The dealer's locations without a number: those that requested one first, longest waiting first. */
export async function locationsWithoutNumber(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("phone_numbers")
            .whereRef("phone_numbers.dealer_id", "=", "locations.dealer_id")
            .whereRef("phone_numbers.location_id", "=", "locations.id")
            .select("number"),
        ),
      ),
    )
    .orderBy(sql`phone_no_request = 2`, "desc")
    .orderBy("phone_no_requested_at", (order) => order.asc().nullsLast())
    .orderBy("id")
    .select(["id", "title"])
    .execute();
}

/**
 * Assigns a number to a location. Needs a platform unit.
 *
 * @returns false, with nothing written, if the location is absent or has a number, or the number is taken.
 */
export async function assignNumber(db: Db, { number, dealer_id, location_id, ...more }: LocationNumber, at: Date) {
  const location = await db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  const taken = await db
    .selectFrom("phone_numbers")
    .where(({ or, and, eb }) =>
      or([eb("number", "=", number), and([eb("dealer_id", "=", dealer_id), eb("location_id", "=", location_id)])]),
    )
    .select("number")
    .executeTakeFirst();
  if (!location || taken) return false;
  const added = await db
    .insertInto("phone_numbers")
    .values({ number, dealer_id, location_id, ...more, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("number")
    .executeTakeFirst();
  if (!added) return false;
  await db
    .updateTable("locations")
    .set({ phone_no_request: 1 })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .execute();
  return true;
}
