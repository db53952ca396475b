import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ConnectionKey } from "#domains/reputation/sites/server/store.ts";
import type { ReviewMatch, ReviewReplyState, ReviewState } from "../../fields.ts";

const lockedColumns = ["id", "dealer_id", "location_id", "site_id", "author", "rating", "body", "version"] as const;
const moreColumns = ["published_at", "invite_id", "answered_rating", "external_id", "edited_at", "erased_at"] as const;

function rowsOf(db: Db, { dealer_id, site_id }: ConnectionKey) {
  return db
    .selectFrom("reviews")
    .where("dealer_id", "=", dealer_id)
    .where("site_id", "=", site_id)
    .select([...lockedColumns, ...moreColumns, "missing_since", "removed_at"])
    .select([sql<0 | 1 | null>`recommends`.as("recommends"), sql<ReviewState>`state`.as("state")])
    .select(sql<ReviewMatch>`matched`.as("matched"));
}

/** Locks the reviews that came from the site under these names. */
export const lockListed = (db: Db, key: ConnectionKey, external_ids: readonly string[]) =>
  rowsOf(db, key).where("external_id", "in", external_ids).forUpdate().execute();
export type SyncedReview = Awaited<ReturnType<typeof lockListed>>[number];

/** Locks the reviews of the site that someone copied by hand, of these authors. */
export const lockCopied = (db: Db, key: ConnectionKey, authors: readonly string[]) =>
  rowsOf(db, key)
    .where("external_id", "is", null)
    .where(sql<boolean>`lower(author) = any(${authors.map((author) => author.toLowerCase())}::text[])`)
    .forUpdate()
    .execute();

interface ListedReview extends ConnectionKey {
  readonly location_id: number;
  readonly external_id: string;
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
  readonly published_at: Date;
  readonly added_at: Date;
  readonly seen_at: Date;
}

/** Adds what the site lists and we don't have. Another process may have been faster with some. */
export async function insertListed(db: Db, rows: readonly ListedReview[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("reviews")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes that the site listed these reviews, and that those which were missed are there again. */
export async function markSeen(db: Db, { dealer_id }: ConnectionKey, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("reviews")
    .set({ seen_at: at, missing_since: null, removed_at: null })
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", ids)
    .execute();
}

/** These reviews' current replies. */
export async function standingReplies(db: Db, { dealer_id }: ConnectionKey, review_ids: readonly number[]) {
  if (review_ids.length === 0) return [];
  return db
    .selectFrom("review_replies")
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "in", review_ids)
    .where("state", "in", ["sending", "pending", "live", "rejected", "failed", "withdrawing"])
    .select(["id", "review_id", "body", "user_id", "changed_at", "policy", "missing_since"])
    .select(sql<ReviewReplyState>`state`.as("state"))
    .execute();
}

/** True if someone followed an invite to the site close to this time. */
export async function hasFollowers(
  db: Db,
  { dealer_id, location_id, site_id }: ConnectionKey & { readonly location_id: number },
  times: readonly Date[],
): Promise<boolean> {
  const [first, last] = [Math.min(...times.map(Number)), Math.max(...times.map(Number))];
  const { rows } = await sql`select from review_invites i where i.dealer_id = ${dealer_id}
    and i.location_id = ${location_id} and i.site_id = ${site_id}
    and i.followed_at between ${new Date(first)}::timestamptz - interval '15 days'
      and ${new Date(last)}::timestamptz + interval '2 days' limit 1`.execute(db);
  return rows.length > 0;
}

/** How many of the site's reviews are on record. */
export async function countKnown(db: Db, { dealer_id, site_id }: ConnectionKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reviews
    where dealer_id = ${dealer_id} and site_id = ${site_id} and external_id is not null and missing_since is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface WalkTimes {
  /** When the business was chosen: what was read of another one before stays as it is. */
  readonly chosen_at: Date;
  readonly walk_at: Date;
}

/** Counts of a complete crawl: reviews listed, and known reviews that were missing. */
export async function countWalk(db: Db, { dealer_id, site_id }: ConnectionKey, { chosen_at, walk_at }: WalkTimes) {
  const { rows } = await sql<{ seen: number; missing: number }>`select
      (count(*) filter (where seen_at >= ${walk_at}))::int as seen,
      (count(*) filter (where seen_at < ${walk_at} and removed_at is null))::int as missing
    from reviews where dealer_id = ${dealer_id} and site_id = ${site_id} and external_id is not null
      and seen_at >= ${chosen_at}`.execute(db);
  return rows[0] ?? { seen: 0, missing: 0 };
}

/** Marks reviews that a complete crawl missed; those already missed before `proven` are removed. */
export async function markMissing(
  db: Db,
  { dealer_id, site_id }: ConnectionKey,
  { chosen_at, walk_at }: WalkTimes,
  { now, proven }: { readonly now: Date; readonly proven: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_removed: boolean }>`update reviews set
      missing_since = coalesce(missing_since, ${now}),
      removed_at = case when coalesce(missing_since, ${now}) <= ${proven}::timestamptz then ${now}::timestamptz end,
      version = version + 1
    where dealer_id = ${dealer_id} and site_id = ${site_id} and external_id is not null and removed_at is null
      and seen_at >= ${chosen_at} and seen_at < ${walk_at}
    returning id, removed_at is not null as is_removed`.execute(db);
  return rows.filter(({ is_removed }) => is_removed).map(({ id }) => id);
}
