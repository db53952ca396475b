import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReviewSiteDraft } from "../contract.ts";
import type { SiteKind } from "../fields.ts";

/** A location's review sites in their order. */
export async function sitesOf(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("review_sites as s")
    .where("s.dealer_id", "=", dealer_id)
    .where("s.location_id", "=", location_id)
    .where("s.deleted_at", "is", null)
    .select(["s.id", "s.title", "s.write_url", "s.place"])
    .select([sql<SiteKind>`s.kind`.as("kind"), sql<0 | 1>`s.is_shown`.as("is_shown")])
    .select(
      sql<number>`(select count(*)::int from review_invites i
        where i.dealer_id = s.dealer_id and i.location_id = s.location_id and i.site_id = s.id)`.as("invites_followed"),
    )
    .orderBy("s.place")
    .orderBy("s.id")
    .execute();
}

export async function insertSite(db: Db, key: LocationKey, draft: ReviewSiteDraft, place: number): Promise<number> {
  const { dealer_id, location_id } = key;
  const row = db.insertInto("review_sites").values({ dealer_id, location_id, ...draft, place });
  return (await row.returning("id").executeTakeFirstOrThrow()).id;
}

interface SiteChange extends Partial<ReviewSiteDraft> {
  readonly place?: number;
  readonly deleted_at?: Date;
}

/** @returns false for an absent or foreign site. */
export async function updateSite(db: Db, key: LocationKey, id: number, change: SiteChange): Promise<boolean> {
  const result = await db
    .updateTable("review_sites")
    .set(change)
    .where("dealer_id", "=", key.dealer_id)
    .where("location_id", "=", key.location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keeps two changes of a location's sites from happening at once. */
export async function lockSites(db: Db, { dealer_id, location_id }: LocationKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review sites ${dealer_id} ${location_id}`}, 0))`.execute(
    db,
  );
}
