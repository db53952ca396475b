import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { ConnectionState, SiteKind } from "#domains/reputation/sites/fields.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import type { Review } from "../contract.ts";
import type { ReviewMatch, ReviewState } from "../fields.ts";
import type { Follower, ReviewerContacts } from "../rules.ts";

/** Which reviews a table shows. */
export interface ReviewFilter {
  readonly dealer_id: number;
  readonly location_ids: readonly number[];
  readonly site: SiteKind | "";
  /** 0: no limit. */
  readonly rating_min: number;
  readonly rating_max: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly review_count: number;
  /** A person's id, unassigned, or any. */
  readonly assigned: number | "none" | "";
  readonly isOpen: boolean;
  readonly search: string;
}

/** Stars, or what a recommendation counts as. */
const comparable = sql`coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end)`;

const isAssigned = (who: SqlFragment) => sql`exists (select from review_assignees a
  where a.dealer_id = r.dealer_id and a.review_id = r.id and ${who})`;

/** The reviews of a filter, by the time at which they were published. */
function filteredReviews(filter: ReviewFilter): TimeOrderedTable {
  const { dealer_id, location_ids, site, rating_min, rating_max, from, to, review_count, assigned } = filter;
  const term = filter.search.trim();
  const places = sql`${[...location_ids]}::bigint[]`;
  const conditions = [
    sql`r.dealer_id = ${dealer_id} and r.location_id = any(${places})`,
    filter.isOpen && sql`r.state = 'open' and r.removed_at is null`,
    site !== "" &&
      sql`exists (select from review_sites k where k.dealer_id = r.dealer_id and k.id = r.site_id and k.kind = ${site})`,
    rating_min > 0 && sql`${comparable} >= ${rating_min}`,
    rating_max > 0 && sql`${comparable} <= ${rating_max}`,
    from && sql`r.published_at >= ${from}`,
    to && sql`r.published_at < ${to}`,
    review_count > 0 &&
      sql`r.site_id in (select c.site_id from reviews c where c.dealer_id = ${dealer_id}
        and c.location_id = any(${places}) and c.removed_at is null group by c.site_id having count(*) >= ${review_count})`,
    assigned === "none" && sql`not ${isAssigned(sql`true`)}`,
    typeof assigned === "number" && isAssigned(sql`a.user_id = ${assigned}`),
    term !== "" && isFoundIn(term, [sql`r.author`, sql`r.body`]),
  ].filter((condition) => condition !== false && condition !== undefined);
  return { from: sql`reviews r`, at: sql`r.published_at`, id: sql`r.id`, where: sql.join(conditions, sql` and `) };
}

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

/** Changes a review; a change based on an older version is refused. */
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

/** The ids of the people to whom a review is assigned. */
export async function assigneesOf(db: Db, { dealer_id, id }: ReviewKey): Promise<number[]> {
  const rows = await db
    .selectFrom("review_assignees")
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .select("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Assigns a review to these people instead of the person who had it. */
export async function saveAssignees(db: Db, { dealer_id, id: review_id }: ReviewKey, user_ids: readonly number[]) {
  const others = sql<boolean>`user_id <> all(${[...user_ids]}::bigint[])`;
  const given = db.deleteFrom("review_assignees").where("dealer_id", "=", dealer_id).where("review_id", "=", review_id);
  await given.where(others).execute();
  if (user_ids.length === 0) return;
  await db
    .insertInto("review_assignees")
    .values(user_ids.map((user_id) => ({ dealer_id, review_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How many reviews a location has, by their stars, and how many of them wait. */
export async function reviewCounts(db: Db, { dealer_id, location_id }: LocationKey, user_id: number) {
  const own = sql`r.dealer_id = ${dealer_id} and r.location_id = ${location_id} and r.removed_at is null`;
  const { rows: stars } = await sql<{ rating: number; count: number }>`select r.rating, count(*)::int as count
    from reviews r where ${own} and r.rating is not null group by r.rating order by r.rating desc`.execute(db);
  const { rows } = await sql<{
    total: number;
    open: number;
    mine: number;
    average: number | null;
  }>`select count(*)::int as total, (count(*) filter (where r.state = 'open'))::int as open,
      (count(*) filter (where exists (select from review_assignees a where a.dealer_id = r.dealer_id
        and a.review_id = r.id and a.user_id = ${user_id})))::int as mine, avg(r.rating)::float8 as average
    from reviews r where ${own}`.execute(db);
  return { ...(rows[0] ?? { total: 0, open: 0, mine: 0, average: null }), stars };
}

/** The median hours from a review to its first reply, of the replies since then; null without any. */
export async function medianReplyHours(db: Db, { dealer_id, location_id }: LocationKey, since: Date) {
  const { rows } = await sql<{
    hours: number | null;
  }>`select percentile_cont(0.5) within group (order by waited.hours) as hours
    from (select greatest(extract(epoch from min(p.changed_at)
        - case when r.external_id is null then r.added_at else r.published_at end) / 3600, 0) as hours
      from reviews r join review_replies p on p.dealer_id = r.dealer_id and p.review_id = r.id and p.state <> 'draft'
      where r.dealer_id = ${dealer_id} and r.location_id = ${location_id} and r.removed_at is null
      group by r.id, r.added_at, r.external_id, r.published_at having min(p.changed_at) >= ${since}) as waited`.execute(
    db,
  );
  return rows[0]?.hours ?? null;
}

/** A location's sites with what is known of their reviews; those of the past only while they have some. */
export async function siteFigures(db: Db, { dealer_id, location_id }: LocationKey) {
  const { rows } = await sql<{
    id: number;
    kind: SiteKind;
    site_title: string;
    count: number;
    average: number | null;
    last_added_at: Date | null;
    connection: ConnectionState | "";
    synced_at: Date | null;
  }>`select s.id, s.kind, s.title as site_title, count(r.id)::int as count, avg(r.rating)::float8 as average,
      max(r.added_at) as last_added_at, coalesce(c.state, '') as connection, c.synced_at
    from review_sites s left join reviews r on r.dealer_id = s.dealer_id and r.site_id = s.id and r.removed_at is null
      left join review_connections c on c.dealer_id = s.dealer_id and c.site_id = s.id
    where s.dealer_id = ${dealer_id} and s.location_id = ${location_id} and s.deleted_at is null
    group by s.id, s.kind, s.title, s.place, c.state, c.synced_at order by s.place, s.id`.execute(db);
  return rows.map(({ site_title, ...site }) => ({ ...site, title: siteTitle({ kind: site.kind, title: site_title }) }));
}

/** People who chose a site within two weeks before the review, and whose invite led to no other one. */
export async function followersOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { site_id, published_at }: { readonly site_id: number; readonly published_at: Date },
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`select i.id as invite_id, i.customer_name, i.followed_at
    from review_invites i
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id} and i.site_id = ${site_id}
      and i.followed_at between ${published_at}::timestamptz - interval '15 days'
        and ${published_at}::timestamptz + interval '2 days'
      and not exists (select from reviews r where r.dealer_id = i.dealer_id and r.invite_id = i.id)
    order by i.followed_at desc limit 500`.execute(db);
  return rows;
}

/** The invites of the 60 days before a review that led to no other one, newest first. */
export async function possibleInvites(db: Db, { dealer_id, location_id }: LocationKey, published_at: Date) {
  const { rows } = await sql<{ id: number; customer_name: string; sent_at: Date; followed: 0 | 1 }>`select i.id,
      case when i.customer_name = '' then i.contact else i.customer_name end as customer_name, i.sent_at,
      (i.followed_at is not null)::int as followed
    from review_invites i
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id}
      and i.sent_at between ${published_at}::timestamptz - interval '60 days'
        and ${published_at}::timestamptz + interval '2 days'
      and not exists (select from reviews r where r.dealer_id = i.dealer_id and r.invite_id = i.id)
    order by i.sent_at desc limit 50`.execute(db);
  return rows;
}

/** True if another review has the invite. */
export async function leadsElsewhere(
  db: Db,
  { dealer_id, id }: { readonly dealer_id: number; readonly id: number },
  invite_id: number,
): Promise<boolean> {
  const other = db.selectFrom("reviews").where("dealer_id", "=", dealer_id).where("invite_id", "=", invite_id);
  return (await other.where("id", "<>", id).select("id").executeTakeFirst()) !== undefined;
}

/** How the customer is reached whose invite led to a review: what a public reply must not say. */
export async function invitedContacts(
  db: Db,
  { dealer_id, invite_id }: { readonly dealer_id: number; readonly invite_id: number | null },
): Promise<ReviewerContacts> {
  const { rows } = await sql<{ contact: string; phone: string | null; email: string | null }>`select i.contact, c.phone,
      c.email
    from review_invites i left join customers c on c.dealer_id = i.dealer_id and c.id = i.customer_id
    where i.dealer_id = ${dealer_id} and i.id = ${invite_id}`.execute(db);
  const known = rows.flatMap(({ contact, phone, email }) => [contact, phone ?? "", email ?? ""]);
  const filled = known.filter((text) => text !== "");
  return {
    phones: filled.filter((text) => !text.includes("@")),
    emails: filled.filter((text) => text.includes("@")),
  };
}
