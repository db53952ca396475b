import { sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { hoursToSend } from "#domains/reputation/invites/rules.ts";
import type { ConnectionState, SiteKind } from "#domains/reputation/sites/fields.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import type { ReviewFigure } from "../contract.ts";

/** A counted row as it is stored. */
interface CountedReviewRow {
  readonly id: number;
  readonly at: Date;
  readonly name: string;
  readonly customer_id: number | null;
  readonly site_id: number | null;
  readonly site_kind: SiteKind | null;
  readonly site_title: string;
  readonly rating: number | null;
  readonly recommends: number | null;
  readonly what: string;
  readonly sent_by: number | null;
  readonly who: string;
  readonly is_marked: 0 | 1;
}

const nameOfSender = sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
  where u.dealer_id = i.dealer_id and u.id = i.sent_by), '')`;
const liveCustomer = sql`(select c.id from customers c
  where c.dealer_id = i.dealer_id and c.id = i.customer_id and c.deleted_at is null)`;

/** The reviews of a range: those on record, and those that staff marked on an invite of which no review is on record. */
function countedReviews({ dealer_id, location_id }: LocationKey, { from, to }: TimeRange) {
  return sql`
    select r.id, r.published_at as at, r.author as name, ${liveCustomer} as customer_id, r.site_id, s.kind as site_kind,
      s.title as site_title, r.rating, r.recommends, left(r.body, 200) as what, i.sent_by, ${nameOfSender} as who, 0 as is_marked
    from reviews r join review_sites s on s.dealer_id = r.dealer_id and s.id = r.site_id
      left join review_invites i on i.dealer_id = r.dealer_id and i.id = r.invite_id
    where r.dealer_id = ${dealer_id} and r.location_id = ${location_id}
      and r.removed_at is null and r.published_at >= ${from} and r.published_at < ${to}
    union all
    select i.id, i.reviewed_at, i.customer_name, ${liveCustomer}, i.site_id, s.kind, coalesce(s.title, ''), null, null, '',
      i.sent_by, ${nameOfSender}, 1
    from review_invites i left join review_sites s on s.dealer_id = i.dealer_id and s.id = i.site_id
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id}
      and i.reviewed_at >= ${from} and i.reviewed_at < ${to}
      and not exists (select from reviews r
        where r.dealer_id = i.dealer_id and r.invite_id = i.id)`;
}

/** The invites that left in a range; `followed` those of them whose customer chose a site. */
function countedInvites({ dealer_id, location_id }: LocationKey, { from, to }: TimeRange, isFollowed: boolean) {
  const made = new Date(from.getTime() - hoursToSend * 3_600_000);
  return sql`
    select i.id, i.sent_at as at, i.customer_name as name, ${liveCustomer} as customer_id, i.site_id, s.kind as site_kind,
      coalesce(s.title, '') as site_title, null::smallint as rating, null::smallint as recommends, i.contact as what, i.sent_by,
      ${nameOfSender} as who, 0 as is_marked, (i.followed_at is not null)::int as is_followed
    from review_invites i left join review_sites s on s.dealer_id = i.dealer_id and s.id = i.site_id
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id} and i.created_at >= ${made}
      and i.sent_at >= ${from} and i.sent_at < ${to} ${isFollowed ? sql`and i.followed_at is not null` : sql``}`;
}

/** The rows that a figure counts: of the location, or those for which one member has the credit. */
function countedRows(db: Db, key: LocationKey, range: TimeRange, figure: ReviewFigure, member_id?: number) {
  const rows = figure === "reviews" ? countedReviews(key, range) : countedInvites(key, range, figure === "followed");
  const all = db.selectFrom(sql<CountedReviewRow>`(${rows})`.as("counted")).selectAll();
  return member_id === undefined ? all : all.where("sent_by", "=", member_id);
}

/** The count and the stars of a group of reviews. */
export interface ReviewTotals {
  readonly reviews: number;
  readonly rated: number;
  readonly average: number | null;
}

const totals = sql`count(*)::int as reviews, count(rating)::int as rated, avg(rating)::float8 as average`;

async function grouped<Row>(db: Db, rows: SqlFragment, by: SqlFragment, more: SqlFragment = sql``): Promise<Row[]> {
  return (await sql<Row>`select ${by} as key, ${totals} ${more} from (${rows}) as counted group by 1`.execute(db)).rows;
}

/** The reviews of a range by site; those that no one knows the site of come under null. */
export const reviewsBySite = (db: Db, key: LocationKey, range: TimeRange) =>
  grouped<ReviewTotals & { key: number | null; asked: number; recommended: number }>(
    db,
    countedReviews(key, range),
    sql`site_id`,
    sql`, count(recommends)::int as asked, count(*) filter (where recommends = 1)::int as recommended`,
  );

/** The reviews of a range by month in a zone: `2026-11`. */
export const reviewsByMonth = (db: Db, key: LocationKey, range: TimeRange, zone: string) =>
  grouped<ReviewTotals & { key: string }>(
    db,
    countedReviews(key, range),
    sql`to_char(at at time zone ${zone}, 'YYYY-MM')`,
  );

/** Each member's reviews in a range: those that their invites led to. */
export const reviewsByMember = (db: Db, key: LocationKey, range: TimeRange) =>
  grouped<ReviewTotals & { key: number | null }>(db, countedReviews(key, range), sql`sent_by`);

/** Each member's invites that left in a range. */
export async function invitesByMember(db: Db, key: LocationKey, range: TimeRange) {
  const { rows } = await sql<{ key: number; sent: number; followed: number }>`
    select sent_by as key, count(*)::int as sent, sum(is_followed)::int as followed
    from (${countedInvites(key, range, false)}) as counted group by 1`.execute(db);
  return rows;
}

/** Which rows: of the location, or those for which one member has the credit. */
export interface CountedChoice {
  readonly key: LocationKey;
  readonly range: TimeRange;
  readonly figure: ReviewFigure;
  readonly member_id?: number;
}

/** A page of the rows behind a figure, newest first. */
export async function countedReviewPage(db: Db, { key, range, figure, member_id }: CountedChoice, query: TableQuery) {
  const page = await tablePage<CountedReviewRow>(db, countedRows(db, key, range, figure, member_id) as never, query, {
    sortable: ["at", "name", "rating", "who"],
    texts: ["name", "who"],
    searchable: ["name", "what", "who"],
    order: [
      ["at", "desc"],
      ["is_marked", "asc"],
      ["id", "desc"],
    ],
  });
  return { ...page, rows: page.rows.map(toView) };
}

function toView({ site_kind, site_title, ...row }: CountedReviewRow) {
  return { ...row, site: site_kind === null ? "" : siteTitle({ kind: site_kind, title: site_title }) };
}

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

/** Whether someone ever sent an invite of the location, also before they left it. */
export async function hasInvited(db: Db, { dealer_id, location_id }: LocationKey, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("sent_by", "=", user_id)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of people of the business, active or not. */
export async function namesOf(db: Db, dealer_id: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", ids)
    .select(["id", "first_name", "last_name"])
    .execute();
}
