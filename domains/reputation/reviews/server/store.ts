import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import { countRowsCapped, rangeClause, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { siteTitle } from "../../sites/rules.ts";
import type { Review } from "../contract.ts";
import type { ReviewMatch, ReviewState } from "../fields.ts";
import { filteredReviews, type ReviewFilter } from "./filteredReviews.ts";

interface StoredReview extends Omit<Review, "site" | "published_at" | "edited_at" | "replied_at" | "removed_at"> {
  readonly at_us: number;
  readonly published_at: Date;
  readonly edited_at: Date | null;
  readonly replied_at: Date | null;
  readonly removed_at: Date | null;
  readonly site_title: string;
  /** The location's. */
  readonly time_zone: string;
}

const shownColumns = sql`r.location_id, l.title as location, l.time_zone, r.site_id, s.kind as site_kind, s.title as site_title,
  s.write_url as site_url, r.author, r.rating, r.recommends, r.body, r.published_at, r.edited_at, r.state,
  r.answered_rating, r.version, r.invite_id, coalesce(trim(u.first_name || ' ' || u.last_name), '') as invited_by,
  i.customer_id, coalesce(i.customer_name, '') as customer_name, r.matched,
  (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name))
      order by m.first_name, m.id), '[]')
    from review_assignees a join users m on m.dealer_id = a.dealer_id and m.id = a.user_id
    where a.dealer_id = r.dealer_id and a.review_id = r.id) as assignees,
  (r.external_id is not null and exists (select from review_connections c
    where c.dealer_id = r.dealer_id and c.site_id = r.site_id and c.profile_ref is not null))::int as is_synced,
  r.removed_at, coalesce(p.body, '') as reply, coalesce(p.state, '') as reply_state,
  coalesce(nullif(p.problem, ''), p.policy, '') as reply_problem, coalesce(trim(w.first_name || ' ' || w.last_name), '') as replied_by,
  p.changed_at as replied_at, coalesce(d.body, '') as draft`;
const shownJoins = sql`join review_sites s on s.dealer_id = r.dealer_id and s.id = r.site_id
  join locations l on l.dealer_id = r.dealer_id and l.id = r.location_id
  left join review_invites i on i.dealer_id = r.dealer_id and i.id = r.invite_id
  left join users u on u.dealer_id = i.dealer_id and u.id = i.sent_by
  left join review_replies p on p.dealer_id = r.dealer_id and p.review_id = r.id 
    and p.state in ('sending', 'pending', 'live', 'rejected', 'failed', 'withdrawing')
  left join users w on w.dealer_id = p.dealer_id and w.id = p.user_id
  left join review_replies d on d.dealer_id = r.dealer_id and d.review_id = r.id and d.state = 'draft'`;

const toView = ({ site_title, ...review }: StoredReview) => ({
  ...review,
  site: siteTitle({ kind: review.site_kind, title: site_title }),
});

/** A review with everything that its card shows. */
export type ReviewView = ReturnType<typeof toView>;

/** The reviews of a range, in its order. */
export async function readReviews(db: Db, filter: ReviewFilter, range: KeysetRange<string>): Promise<ReviewView[]> {
  const table = filteredReviews(filter);
  const direction = sql.raw(range.dir);
  const { rows } = await sql<StoredReview>`with page as materialized (select ${timeOrderColumns(table)}, r.dealer_id
      from ${table.from} where ${rangeClause(table, range)})
    select page.id, page.at_us, ${shownColumns} from page
      join reviews r on r.dealer_id = page.dealer_id and r.id = page.id ${shownJoins}
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows.map(toView);
}

export async function countReviews(db: Db, filter: ReviewFilter): Promise<number> {
  const { from, where } = filteredReviews(filter);
  return countRowsCapped(db, from, where);
}

/** The newest reviews of a filter, for a file. */
export const reviewsForFile = (db: Db, filter: ReviewFilter) =>
  readReviews(db, filter, { key: "published_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

/** A review of the location as people see it; undefined for an absent or foreign one. */
export async function reviewView(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  const { rows } = await sql<StoredReview>`select r.id, 0 as at_us, ${shownColumns} from reviews r ${shownJoins}
    where r.dealer_id = ${dealer_id} and r.location_id = ${location_id} and r.id = ${id}`.execute(db);
  return rows.map(toView)[0];
}

/** Locks a review of the location until the transaction ends. */
export async function lockReview(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("reviews")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "dealer_id", "location_id", "site_id", "author", "rating", "body", "version", "published_at"])
    .select(["invite_id", "answered_rating", "external_id", "removed_at"])
    .select([sql<0 | 1 | null>`recommends`.as("recommends"), sql<ReviewState>`state`.as("state")])
    .select(sql<ReviewMatch>`matched`.as("matched"))
    .forUpdate()
    .executeTakeFirst();
}

/** A review of the business, whichever location's; undefined for an absent one. */
export async function findReview(db: Db, { dealer_id, id }: ReviewKey) {
  const own = db.selectFrom("reviews").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return own.select(["id", "dealer_id", "location_id", "site_id", "external_id"]).executeTakeFirst();
}

export type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>;
/** Which review. */
export type ReviewKey = Pick<LockedReview, "dealer_id" | "id">;

/** What the author says, as it is stored. */
export interface StoredOpinion {
  readonly site_id: number;
  readonly author: string;
  readonly rating: number | null;
  readonly recommends: 0 | 1 | null;
  readonly body: string;
  readonly published_at: Date;
}

export interface NewReview extends LocationKey, StoredOpinion {
  readonly added_at: Date;
  readonly added_by: number;
}

export async function insertReview(db: Db, review: NewReview): Promise<number> {
  return (await db.insertInto("reviews").values(review).returning("id").executeTakeFirstOrThrow()).id;
}

interface ReviewChange extends Partial<StoredOpinion> {
  readonly state?: ReviewState;
  readonly answered_rating?: number | null;
  readonly edited_at?: Date;
  readonly invite_id?: number | null;
  readonly matched?: ReviewMatch;
  readonly external_id?: string;
}

/** Changes a review; whoever saw it before and changes it then is refused. */
export async function updateReview(db: Db, { dealer_id, id }: ReviewKey, change: ReviewChange): Promise<void> {
  await db
    .updateTable("reviews")
    .set({ ...change, version: sql`version + 1` })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteReview(db: Db, { dealer_id, id }: ReviewKey): Promise<void> {
  await db.deleteFrom("reviews").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** Keeps what a review said until now. */
export async function keepEdit(
  db: Db,
  review: ReviewKey & Pick<LockedReview, "rating" | "recommends" | "body">,
  at: Date,
): Promise<void> {
  const { dealer_id, id: review_id, rating, recommends, body } = review;
  await db.insertInto("review_edits").values({ dealer_id, review_id, rating, recommends, body, at }).execute();
}

/** What a review said before, newest first. */
export async function editsOf(db: Db, { dealer_id, id }: ReviewKey) {
  return db
    .selectFrom("review_edits")
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .select(["rating", "body", "at"])
    .select(sql<0 | 1 | null>`recommends`.as("recommends"))
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}
