import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReviewSiteDraft } from "../contract.ts";
import type { ConnectionState, SiteKind } from "../fields.ts";

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
  await lockByName(db, `review sites ${dealer_id} ${location_id}`);
}

/** Which connection: a site has one at most. */
export interface ConnectionKey {
  readonly dealer_id: number;
  readonly site_id: number;
}

/** The connections of a location's sites, as its people see them. */
export async function connectionsOf(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("review_connections as c")
    .innerJoin("review_accounts as a", (join) =>
      join.onRef("a.dealer_id", "=", "c.dealer_id").onRef("a.id", "=", "c.account_id"),
    )
    .innerJoin("review_sites as s", (join) =>
      join.onRef("s.dealer_id", "=", "c.dealer_id").onRef("s.id", "=", "c.site_id"),
    )
    .where("c.dealer_id", "=", dealer_id)
    .where("c.location_id", "=", location_id)
    .where("s.deleted_at", "is", null)
    .select(["c.site_id", "a.account", "a.provider", "c.profile_ref", "c.profile_title", "c.profile_address"])
    .select(["c.problem", "c.synced_at", "c.site_count", sql<ConnectionState>`c.state`.as("state")])
    .select(
      sql<number>`(select count(*)::int from reviews r where r.dealer_id = c.dealer_id and r.site_id = c.site_id
        and r.external_id is not null and r.removed_at is null)`.as("count"),
    )
    .execute();
}

/** A Google site of the location that can be connected; undefined for any other. */
export async function connectableSite(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("review_sites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "kind"])
    .executeTakeFirst();
}

/** A connection with its access, still sealed; undefined for a site that isn't connected. */
export async function findConnection(db: Db, { dealer_id, site_id }: ConnectionKey) {
  return db
    .selectFrom("review_connections as c")
    .innerJoin("review_accounts as a", (join) =>
      join.onRef("a.dealer_id", "=", "c.dealer_id").onRef("a.id", "=", "c.account_id"),
    )
    .where("c.dealer_id", "=", dealer_id)
    .where("c.site_id", "=", site_id)
    .selectAll("c")
    .select(["a.provider", "a.account", "a.access_sealed", "a.granted_by", sql<ConnectionState>`c.state`.as("state")])
    .executeTakeFirst();
}
export type StoredConnection = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

/** Locks a connection until the transaction ends; undefined when it is gone. */
export async function lockConnection(db: Db, { dealer_id, site_id }: ConnectionKey) {
  return db
    .selectFrom("review_connections")
    .where("dealer_id", "=", dealer_id)
    .where("site_id", "=", site_id)
    .selectAll()
    .select(sql<ConnectionState>`state`.as("state"))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedConnection = NonNullable<Awaited<ReturnType<typeof lockConnection>>>;

interface NewAccount {
  readonly dealer_id: number;
  readonly provider: string;
  readonly account: string;
  readonly access_sealed: string;
  readonly granted_by: number;
  readonly granted_at: Date;
}

/** Keeps an account's access for a site, in the place of the one that it had. */
export async function saveAccount(db: Db, key: LocationKey, site_id: number, account: NewAccount): Promise<void> {
  const { dealer_id, location_id } = key;
  const added = db.insertInto("review_accounts").values(account).returning("id");
  const { id: account_id } = await added.executeTakeFirstOrThrow();
  const before = await lockConnection(db, { dealer_id, site_id });
  await db
    .insertInto("review_connections")
    .values({ dealer_id, location_id, site_id, account_id })
    .onConflict((conflict) => conflict.columns(["dealer_id", "site_id"]).doUpdateSet({ account_id }))
    .execute();
  if (before) await forgetAccount(db, dealer_id, before.account_id);
}

/** Each connection has an account of its own, even where one person allowed several. */
async function forgetAccount(db: Db, dealer_id: number, id: number): Promise<void> {
  await db.deleteFrom("review_accounts").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** What changes of a connection. */
export interface ConnectionChange {
  readonly profile_ref?: string | null;
  readonly profile_title?: string;
  readonly profile_address?: string;
  readonly chosen_at?: Date | null;
  readonly state?: ConnectionState;
  readonly problem?: string;
  readonly failures?: number;
  readonly next_at?: Date | null;
  readonly is_full_due?: boolean;
  readonly walk_at?: Date | null;
  readonly walk_page?: string;
  readonly walk_is_full?: boolean;
  readonly walk_changed_to?: Date | null;
  readonly changed_to?: Date | null;
  readonly synced_at?: Date | null;
  readonly full_at?: Date | null;
  readonly site_count?: number | null;
}

/** A connection before anything is read. */
export const unread = {
  problem: "",
  failures: 0,
  is_full_due: true,
  walk_at: null,
  walk_page: "",
  walk_changed_to: null,
  changed_to: null,
  full_at: null,
} satisfies ConnectionChange;

export async function updateConnection(db: Db, { dealer_id, site_id }: ConnectionKey, change: ConnectionChange) {
  await db
    .updateTable("review_connections")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("site_id", "=", site_id)
    .execute();
}

/** Ends a connection and forgets its access. @returns false for a site without one. */
export async function endConnection(db: Db, { dealer_id, site_id }: ConnectionKey): Promise<boolean> {
  const connections = db.deleteFrom("review_connections").where("dealer_id", "=", dealer_id);
  const ended = await connections.where("site_id", "=", site_id).returning("account_id").executeTakeFirst();
  if (ended) await forgetAccount(db, dealer_id, ended.account_id);
  return ended !== undefined;
}

/** The locations that these businesses are connected with already. Needs a unit at no location. */
export async function usedProfiles(db: Db, dealer_id: number, refs: readonly string[]) {
  if (refs.length === 0) return [];
  return db
    .selectFrom("review_connections as c")
    .innerJoin("locations as l", (join) =>
      join.onRef("l.dealer_id", "=", "c.dealer_id").onRef("l.id", "=", "c.location_id"),
    )
    .where("c.dealer_id", "=", dealer_id)
    .where("c.profile_ref", "in", refs)
    .select(["c.site_id", "c.profile_ref", "l.title"])
    .execute();
}

/** Sites that are due, leased for this long; a crashed lease expires. */
export async function takeDueConnections(db: Db, now: Date, until: Date): Promise<ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`update review_connections c set next_at = ${until} from (
      select d.dealer_id, d.site_id from review_connections d
      join review_sites s on s.dealer_id = d.dealer_id and s.id = d.site_id and s.deleted_at is null
      where d.next_at <= ${now} order by d.next_at limit 200 for update of d skip locked) due
    where c.dealer_id = due.dealer_id and c.site_id = due.site_id returning c.dealer_id, c.site_id`.execute(db);
  return rows;
}

/** Makes every site due whose crawl, or first page, a crash left. */
export async function resumeWalks(db: Db, now: Date): Promise<void> {
  await sql`update review_connections set next_at = ${now} where next_at > ${now} and failures = 0
    and (walk_at is not null or synced_at is null)`.execute(db);
}
