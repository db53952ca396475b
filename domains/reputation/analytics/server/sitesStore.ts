import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ConnectionState } from "../../connections/fields.ts";
import type { SiteKind } from "../../sites/fields.ts";

/** A location's review sites, deleted ones too, with how fresh their reviews are. */
export async function sitesWithFreshness(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("review_sites as s")
    .leftJoin("review_connections as c", (join) =>
      join.onRef("c.dealer_id", "=", "s.dealer_id").onRef("c.site_id", "=", "s.id"),
    )
    .where("s.dealer_id", "=", dealer_id)
    .where("s.location_id", "=", location_id)
    .select(["s.id", "s.title", "c.synced_at", sql<ConnectionState | null>`c.state`.as("connection")])
    .select([sql<SiteKind>`s.kind`.as("kind"), sql<boolean>`s.deleted_at is not null`.as("is_deleted")])
    .select(
      sql<Date | null>`(select max(r.added_at) from reviews r
        where r.dealer_id = s.dealer_id and r.location_id = s.location_id and r.site_id = s.id
          and r.removed_at is null)`.as("last_added_at"),
    )
    .orderBy("s.place")
    .orderBy("s.id")
    .execute();
}
