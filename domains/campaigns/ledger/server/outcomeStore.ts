import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { isRestoredSql } from "#domains/customers/consent/server/public.ts";
import { appointmentDays, replyHours } from "../../rules.ts";

/**
 * Stamps the newest campaign text of each phone that opted out within 72 hours after it. Repeating it changes nothing.
 *
 * @param since opt-outs from then on.
 */
export async function stampUnsubscribed(db: Db, dealer_id: number, since: Date): Promise<void> {
  await sql`update campaign_recipients r set unsubscribed_at = stops.at
    from (
      select distinct on (e.phone) e.phone, e.at, last.campaign_id, last.n
      from consent_events e
      cross join lateral (
        select h.campaign_id, h.n, h.handed_at from campaign_recipients h
        where h.dealer_id = ${dealer_id} and h.address = e.phone and h.handed_at <= e.at
        order by h.handed_at desc limit 1
      ) as last
      where e.dealer_id = ${dealer_id} and e.event = 'revoked' and e.at >= ${since} and not ${isRestoredSql}
        and e.at <= last.handed_at + ${replyHours} * interval '1 hour'
      order by e.phone, e.at
    ) as stops
    where r.dealer_id = ${dealer_id} and r.campaign_id = stops.campaign_id and r.n = stops.n
      and r.unsubscribed_at is null`.execute(db);
}

/** Stamps the campaign's mail by which each mailbox unsubscribed. Repeating it changes nothing. */
export async function stampMailUnsubscribed(db: Db, dealer_id: number, since: Date): Promise<void> {
  await sql`update campaign_recipients r set unsubscribed_at = e.at
    from mail_consent_events e
    join mail_addresses a on a.dealer_id = e.dealer_id and a.id = e.address_id
    where e.dealer_id = ${dealer_id} and e.event = 'unsubscribed' and e.campaign_id is not null and e.at >= ${since}
      and r.dealer_id = ${dealer_id} and r.campaign_id = e.campaign_id and r.address = a.address and r.address <> ''
      and r.handed_at is not null and r.channel = 'email' and r.unsubscribed_at is null`.execute(db);
}

/**
 * Stamps each new appointment on the newest campaign text that its customer got within 14 days before. A text keeps its
 * first one. Repeating it changes nothing.
 *
 * @param since appointments made from then on.
 */
export async function stampAppointments(db: Db, dealer_id: number, since: Date): Promise<void> {
  await sql`update campaign_recipients r set appointment_id = made.id
    from (
      select distinct on (last.campaign_id, last.n) a.id, last.campaign_id, last.n
      from locations l
      join appointments a on a.dealer_id = l.dealer_id and a.location_id = l.id and a.created >= ${since}
      cross join lateral (
        select h.campaign_id, h.n, h.handed_at, h.appointment_id from campaign_recipients h
        where h.dealer_id = ${dealer_id} and h.customer_id = a.customer_id and h.handed_at <= a.created
          and h.state <> 'failed'
        order by h.handed_at desc limit 1
      ) as last
      where l.dealer_id = ${dealer_id} and last.appointment_id is null
        and a.created <= last.handed_at + ${appointmentDays} * interval '1 day'
      order by last.campaign_id, last.n, a.created, a.id
    ) as made
    where r.dealer_id = ${dealer_id} and r.campaign_id = made.campaign_id and r.n = made.n
      and r.appointment_id is null`.execute(db);
}

/** The businesses that texted campaigns since then. */
export async function dealersWithCampaigns(db: Db, since: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("campaigns")
    .where("sent_at", "is not", null)
    .where((where) => where.or([where("finished_at", "is", null), where("finished_at", ">=", since)]))
    .select("dealer_id")
    .distinct()
    .execute();
  return rows.map(({ dealer_id }) => dealer_id);
}
