import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ConnectionState } from "../../connections/fields.ts";
import type { SiteKind } from "../../sites/fields.ts";
import { siteTitle } from "../../sites/rules.ts";

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
