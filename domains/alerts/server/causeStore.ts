import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CampaignState } from "#domains/campaigns/rules.ts";
import { isRestoredSql } from "#domains/customers/consent/server/public.ts";
import { defaultLowRating } from "#domains/reputation/reviews/rules.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import { baselineDays, type EndedImport, type ReviewEnd, type UntouchedEnd } from "../rules.ts";
import type { OpenAlert } from "./store.ts";

/** Customers at the location who have waited since `warning`, or since `danger`, are due. */
export interface WaitCutoffs extends LocationKey {
  readonly warning: Date;
  readonly danger: Date | undefined;
}

/** The locations of all dealers with waiting customers. */
export async function locationsWithWaits(db: Db): Promise<LocationKey[]> {
  return db
    .selectFrom("chats")
    .where("waiting_since", "is not", null)
    .where("is_closed", "=", 0)
    .select(["dealer_id", "location_id"])
    .distinct()
    .execute();
}

function limitsTable(limits: readonly WaitCutoffs[]) {
  const instants = (at: (one: WaitCutoffs) => Date | undefined) => limits.map((one) => at(one)?.toISOString() ?? null);
  return sql`unnest(${limits.map(({ dealer_id }) => dealer_id)}::bigint[],
    ${limits.map(({ location_id }) => location_id)}::bigint[], ${instants(({ warning }) => warning)}::timestamptz[],
    ${instants(({ danger }) => danger)}::timestamptz[]) as due (dealer_id, location_id, warning, danger)`;
}

export interface UntouchedCustomer extends LocationKey {
  readonly chat_id: number;
  readonly customer_name: string;
  readonly waiting_since: Date;
  readonly is_danger: boolean;
  /** The warning that is already open. */
  readonly alert_id: number | null;
}

/** Customers who have waited too long without an alert, or whose warning is a danger by now. */
export async function findUntouched(db: Db, limits: readonly WaitCutoffs[]): Promise<UntouchedCustomer[]> {
  const { rows } = await sql<UntouchedCustomer>`
    select chats.dealer_id, chats.location_id, chats.id as chat_id, chats.waiting_since, customers.customer_name,
      coalesce(chats.waiting_since <= due.danger, false) as is_danger, alerts.id as alert_id
    from ${limitsTable(limits)}
    join chats on chats.dealer_id = due.dealer_id and chats.location_id = due.location_id
      and chats.waiting_since <= due.warning and chats.is_closed = 0
    join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
      and customers.deleted_at is null
    left join alerts on alerts.dealer_id = chats.dealer_id and alerts.chat_id = chats.id and alerts.rule = 'untouched'
      and alerts.resolved_at is null
    where alerts.id is null or (alerts.kind = 'warning' and chats.waiting_since <= due.danger)
    order by chats.dealer_id, chats.id`.execute(db);
  return rows;
}

/** The longest waits at a location that are no warning so far, and no danger. */
export interface NextWaits extends LocationKey {
  readonly fresh: Date | null;
  readonly warned: Date | null;
}

export async function nextWaits(db: Db, limits: readonly WaitCutoffs[]): Promise<NextWaits[]> {
  const { rows } = await sql<NextWaits>`
    select due.dealer_id::float8 as dealer_id, due.location_id::float8 as location_id,
      min(chats.waiting_since) filter (where chats.waiting_since > due.warning) as fresh,
      min(chats.waiting_since) filter (where chats.waiting_since <= due.warning) as warned
    from ${limitsTable(limits)}
    join chats on chats.dealer_id = due.dealer_id and chats.location_id = due.location_id
      and chats.waiting_since > coalesce(due.danger, '-infinity') and chats.is_closed = 0
    group by due.dealer_id, due.location_id`.execute(db);
  return rows;
}

export interface NoLongerUntouched extends OpenAlert, UntouchedEnd {
  readonly answered_at: Date | null;
}

/** The open alerts of customers who no longer wait, or not long enough under the current rules. */
export async function findNoLongerUntouched(db: Db, limits: readonly WaitCutoffs[]): Promise<NoLongerUntouched[]> {
  const { rows } = await sql<NoLongerUntouched>`
    select alerts.dealer_id, alerts.location_id, alerts.id, chats.waiting_since, chats.is_closed,
      customers.deleted_at is not null as is_deleted, answer.answered_by, answer.answered_at
    from alerts
    join chats on chats.dealer_id = alerts.dealer_id and chats.id = alerts.chat_id
    join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
    left join ${limitsTable(limits)} on due.dealer_id = alerts.dealer_id and due.location_id = alerts.location_id
    left join lateral (
      select trim(users.first_name || ' ' || users.last_name) as answered_by, responses.answered_at
      from responses join users on users.dealer_id = responses.dealer_id and users.id = responses.user_id
      where responses.dealer_id = alerts.dealer_id and responses.chat_id = alerts.chat_id
        and responses.answered_at >= alerts.began_at
      order by responses.answered_at limit 1
    ) answer on true
    where alerts.rule = 'untouched' and alerts.resolved_at is null
      -- Who was answered and waits again gets a new alert.
      and not (chats.is_closed = 0 and customers.deleted_at is null and chats.waiting_since < alerts.began_at
        and chats.waiting_since <= due.warning) is true
    order by alerts.dealer_id, alerts.id`.execute(db);
  return rows;
}

export interface FailureCounts extends LocationKey {
  readonly failed: number;
  readonly sent: number;
}

/** Failed texts written since an instant, by location. */
export async function failedTextsSince(db: Db, since: Date): Promise<(LocationKey & { failed: number })[]> {
  const { rows } = await sql<LocationKey & { failed: number }>`
    select chats.dealer_id, chats.location_id, count(*)::int as failed
    from messages join chats on chats.dealer_id = messages.dealer_id and chats.id = messages.chat_id
    where messages.state = 'failed' and messages.datetime > ${since} and messages.is_from_customer = 0
      and messages.campaign_id is null
    group by chats.dealer_id, chats.location_id`.execute(db);
  return rows;
}

/** Texts of these locations, written since an instant, that were handed to the carrier. */
export async function sentTextsSince(
  db: Db,
  places: readonly LocationKey[],
  since: Date,
): Promise<(LocationKey & { sent: number })[]> {
  const { rows } = await sql<LocationKey & { sent: number }>`
    select chats.dealer_id, chats.location_id, count(*)::int as sent
    from unnest(${places.map(({ dealer_id }) => dealer_id)}::bigint[],
      ${places.map(({ location_id }) => location_id)}::bigint[]) as place (dealer_id, location_id)
    join chats on chats.dealer_id = place.dealer_id and chats.location_id = place.location_id
      and chats.latest_chat_message_sent_time > ${since}
    join messages on messages.dealer_id = chats.dealer_id and messages.chat_id = chats.id
    where messages.datetime > ${since} and messages.is_from_customer = 0 and messages.message_type = 'message'
      and messages.state <> 'queued' and messages.campaign_id is null
    group by chats.dealer_id, chats.location_id`.execute(db);
  return rows;
}

/** Campaigns that are due and don't send, except those that a person paused. */
export async function findTroubledCampaigns(db: Db, since: Date) {
  const { rows } = await sql<LocationKey & { title: string; state: CampaignState; why: string; held_for: string }>`
    select dealer_id, location_id, title, state, why, held_for from campaigns
    where deleted_at is null and state in ('paused', 'stopped', 'waiting')
      and (why <> '' or held_for <> '' or state = 'stopped') and (state <> 'waiting' or starts_at < ${since})
    order by dealer_id, location_id, id limit 10000`.execute(db);
  return rows;
}

export interface OptOutCounts extends LocationKey {
  readonly today: number;
  readonly before: number;
}

/** Opt-outs by location: in the day before `now`, and in the `baselineDays` before that. */
export async function countOptOuts(db: Db, now: Date): Promise<OptOutCounts[]> {
  const [day, first] = [1, 1 + baselineDays].map((days) => new Date(now.getTime() - days * 24 * 60 * 60_000));
  const { rows } = await sql<OptOutCounts>`
    with here as (
      select distinct e.dealer_id from consent_events e where e.event = 'revoked' and e.at > ${day}
    )
    select c.dealer_id, c.location_id, count(distinct e.phone) filter (where e.at > ${day})::int as today,
      count(*) filter (where e.at <= ${day})::int as before
    from here join consent_events e on e.dealer_id = here.dealer_id and e.event = 'revoked' and e.at > ${first}
      and e.at <= ${now} and not ${isRestoredSql}
    join locations l on l.dealer_id = e.dealer_id
    join customers c on c.dealer_id = e.dealer_id and c.location_id = l.id and c.phone = e.phone
      and (c.deleted_at is null or c.merged_into is not null)
    group by c.dealer_id, c.location_id`.execute(db);
  return rows;
}

export interface UnreportedImport extends LocationKey, EndedImport {
  readonly upload_id: number;
  readonly finished_at: Date | null;
}

/** Ended imports, started since an instant, that have no alert yet. */
export async function findUnreportedImports(db: Db, since: Date): Promise<UnreportedImport[]> {
  return db
    .selectFrom("uploads")
    .where("state", "in", ["done", "failed"])
    .where("started_at", ">", since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("alerts")
            .whereRef("alerts.dealer_id", "=", "uploads.dealer_id")
            .whereRef("alerts.upload_id", "=", "uploads.id")
            .select("alerts.id"),
        ),
      ),
    )
    .select(["dealer_id", "location_id", "id as upload_id", "finished_at", "state", "file_name", "error"])
    .select(["rows_added", "rows_updated", "rows_rejected"])
    .execute();
}

/** The open alerts of imports that were undone, or alerts that began before an instant. */
export async function findExpiredImportAlerts(db: Db, before: Date): Promise<(OpenAlert & { is_undone: boolean })[]> {
  return db
    .selectFrom("alerts")
    .innerJoin("uploads", (join) =>
      join.onRef("uploads.dealer_id", "=", "alerts.dealer_id").onRef("uploads.id", "=", "alerts.upload_id"),
    )
    .where("alerts.rule", "=", "import")
    .where("alerts.resolved_at", "is", null)
    .where(({ or, eb }) => or([eb("uploads.state", "=", "undone"), eb("alerts.began_at", "<=", before)]))
    .select(["alerts.dealer_id", "alerts.location_id", "alerts.id"])
    .select(sql<boolean>`uploads.state = 'undone'`.as("is_undone"))
    .execute();
}

/** Whether a review has few stars, by what its location decided. Recommendations count as 5 or 1. */
const isLow = sql`coalesce(coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end) <= coalesce(
  (select k.low_rating from review_settings k where k.dealer_id = r.dealer_id and k.location_id = r.location_id),
  ${defaultLowRating}), false)`;

export interface LowReview extends LocationKey {
  readonly review_id: number;
  readonly rating: number | null;
  readonly site_kind: SiteKind;
  readonly site_title: string;
}

/** Low reviews without a reply and without an alert, written or changed since then, of all dealers. */
export async function findLowReviews(db: Db, since: Date): Promise<LowReview[]> {
  const { rows } = await sql<LowReview>`
    with page as materialized (
      select r.dealer_id, r.location_id, r.id as review_id, r.rating, r.site_id from reviews r
      where r.state = 'open' and r.removed_at is null and greatest(r.published_at, r.edited_at) > ${since} and ${isLow}
        and not exists (select from alerts a where a.dealer_id = r.dealer_id and a.review_id = r.id
          and a.resolved_at is null)
      order by r.dealer_id, r.id limit 10000
    )
    select page.dealer_id, page.location_id, page.review_id, page.rating, s.kind as site_kind, s.title as site_title
    from page join lateral (select kind, title from review_sites s
      where s.dealer_id = page.dealer_id and s.id = page.site_id limit 1) as s on true`.execute(db);
  return rows;
}

/** The open alerts of reviews with each review's state. */
export async function reviewAlerts(db: Db): Promise<(OpenAlert & ReviewEnd)[]> {
  const { rows } = await sql<OpenAlert & ReviewEnd>`
    with page as materialized (
      select dealer_id, location_id, id, review_id from alerts where rule = 'review' and resolved_at is null
    )
    select page.dealer_id, page.location_id, page.id, coalesce(w.is_removed, true) as is_deleted, w.state,
      coalesce(w.is_low, false) as is_low, w.replied_by
    from page left join lateral (
      select r.state, r.removed_at is not null as is_removed, ${isLow} as is_low, (select trim(u.first_name || ' ' || u.last_name)
        from review_replies p join users u on u.dealer_id = p.dealer_id and u.id = p.user_id
        where p.dealer_id = r.dealer_id and p.review_id = r.id and p.state in ('sending', 'pending', 'live') limit 1) as replied_by
      from reviews r where r.dealer_id = page.dealer_id and r.id = page.review_id limit 1
    ) as w on true`.execute(db);
  return rows;
}
