import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { defaultLowRating, newsDays } from "#domains/reputation/reviews/rules.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import { isNew, isOn, type TaskCause } from "./causeStore.ts";
import { type EndedTask, openRuleTasks } from "./endingStore.ts";

/** Whether a review has few stars, by what its location decided. Recommendations count as 5 or 1. */
const isLow = sql`coalesce(coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end) <= coalesce(
  (select k.low_rating from review_settings k where k.dealer_id = r.dealer_id and k.location_id = r.location_id),
  ${defaultLowRating}), false)`;

export interface ReviewCause extends Omit<TaskCause, "customer_id"> {
  /** Null when nobody knows who wrote it. */
  readonly customer_id: number | null;
  readonly review_id: number;
  readonly rating: number | null;
  readonly site_kind: SiteKind;
  readonly site_title: string;
}

const cause = sql`r.id || '@' || floor(extract(epoch from greatest(r.published_at, r.edited_at)) * 1000)::bigint`;

/**
 * Low reviews without a reply, written or changed in the last month. Whoever the review is assigned to gets the task,
 * else whoever has the conversation with the invited customer who wrote it.
 */
export async function findLowReviews(db: Db, now: Date): Promise<ReviewCause[]> {
  const { rows } = await sql<ReviewCause>`
    with page as materialized (
      select r.dealer_id, r.location_id, r.id as review_id, r.rating, r.site_id, r.invite_id, ${cause} as cause,
        greatest(r.published_at, r.edited_at) as since
      from reviews r
      where r.state = 'open' and r.removed_at is null and greatest(r.published_at, r.edited_at) > ${now}::timestamptz - make_interval(days => ${newsDays}::int)
        and ${isLow} and ${isOn("review", "r")} and ${isNew("review", "r", cause)}
        and not exists (select from tasks where tasks.dealer_id = r.dealer_id and tasks.review_id = r.id
          and tasks.rule = 'review' and tasks.state = 'open' and tasks.deleted_at is null)
      order by r.dealer_id, r.id limit 10000
    )
    select page.dealer_id, page.location_id, page.review_id, page.rating, page.cause, page.since,
      s.kind as site_kind, s.title as site_title, c.customer_id, c.chat_id, coalesce(a.user_id, c.assigned_to) as assigned_to
    from page
      join lateral (select kind, title from review_sites s
        where s.dealer_id = page.dealer_id and s.id = page.site_id limit 1) as s on true
      left join lateral (select min(user_id) as user_id from review_assignees a
        where a.dealer_id = page.dealer_id and a.review_id = page.review_id) as a on true
      left join lateral (select customers.id as customer_id, chats.id as chat_id, chats.assigned_to
        from review_invites i
          join customers on customers.dealer_id = i.dealer_id and customers.id = i.customer_id
            and customers.deleted_at is null
          left join chats on chats.dealer_id = customers.dealer_id and chats.location_id = page.location_id
            and chats.customer_id = customers.id
        where i.dealer_id = page.dealer_id and i.id = page.invite_id limit 1) as c on true`.execute(db);
  return rows;
}

/** Gives open tasks that nobody has to whoever their review was assigned to meanwhile. @returns where. */
export async function followReviews(db: Db): Promise<LocationKey[]> {
  const { rows } = await sql<LocationKey>`
    with page as materialized (
      select dealer_id, id, review_id from tasks
      where ${openRuleTasks(["review"])} and assigned_to is null
    )
    update tasks set assigned_to = w.user_id
    from page join lateral (select min(a.user_id) as user_id from review_assignees a
      where a.dealer_id = page.dealer_id and a.review_id = page.review_id) as w on w.user_id is not null
    where tasks.dealer_id = page.dealer_id and tasks.id = page.id
    returning tasks.dealer_id, tasks.location_id`.execute(db);
  return rows;
}

/** Tasks about a low review that was dealt with, or is no longer low. Locks them. */
export async function endedReviews(db: Db, place?: LocationKey): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`
    select * from (
      select tasks.dealer_id, tasks.location_id, tasks.id, r.by, case
          when r.state is null or r.removed_at is not null then 'gone'
          when r.state = 'answered' then 'answered'
          when r.state = 'settled' then 'settled'
          when not r.is_low then 'raised' end as how
      from tasks left join lateral (
        select r.state, r.removed_at, ${isLow} as is_low, (select p.user_id from review_replies p
          where p.dealer_id = r.dealer_id and p.review_id = r.id and p.state in ('sending', 'pending', 'live') limit 1) as by
        from reviews r where r.dealer_id = tasks.dealer_id and r.id = tasks.review_id limit 1
      ) as r on true
      where ${openRuleTasks(["review"], place)}
      order by tasks.dealer_id, tasks.id for update of tasks
    ) as looked where how is not null`.execute(db);
  return rows;
}
