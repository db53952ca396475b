import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Where a lead goes. */
export interface LeadRecipient extends LocationKey {
  readonly time_zone: string;
}

/** The location whose lead address ends with a token; a statement across businesses, because vendors have none. */
export async function recipientOfToken(db: Db, token: string, now: Date): Promise<LeadRecipient | undefined> {
  const { rows } = await sql<LeadRecipient>`
    select a.dealer_id, a.location_id, l.time_zone from lead_addresses a
      join locations l on l.dealer_id = a.dealer_id and l.id = a.location_id
    where a.token = ${token} or a.previous_token = ${token} and a.previous_until > ${now} limit 1`.execute(db);
  return rows[0];
}

/** A location's tokens. */
export async function addressOf(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("lead_addresses")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["token", "previous_until"])
    .executeTakeFirst();
}

/** Gives a location another token; the one before works until `until`. */
export async function renewToken(db: Db, { dealer_id, location_id }: LocationKey, until: Date): Promise<void> {
  await db
    .updateTable("lead_addresses")
    .set((is) => ({
      previous_token: is.ref("token"),
      previous_until: until,
      token: sql<string>`right(replace(gen_random_uuid()::text, '-', ''), 20)`,
    }))
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}
