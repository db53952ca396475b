import { sql } from "kysely";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Within } from "#core/server/within.ts";
import { isRestoredSql } from "#domains/customers/consent/server/public.ts";
import { appointmentDays, replyHours } from "../../rules.ts";
import { campaignsInState } from "../../server/campaignStore.ts";

const hourMs = 3_600_000;
/** A start looks at the opt-outs and appointments of the last day, so that an outage loses none. */
const lookBackMs = 24 * hourMs;

/** A transaction may commit this much later than its rows say, in milliseconds. */
const overlapMs = 5 * 60_000;
const attributedAt = new WeakMap<Within, number>();

/** Counts what came since the last time in this process; the first time, since a day ago. */
export async function attributeNewOutcomes(server: Server): Promise<NextRun> {
  const now = server.ports.clock.now().getTime();
  const last = attributedAt.get(server.within);
  const next = await attributeOutcomes(server, last === undefined ? lookBackMs : now - last + overlapMs);
  attributedAt.set(server.within, now);
  return next;
}

/**
 * Counts each opt-out and each appointment to the campaign whose text it followed.
 *
 * @param lookBack milliseconds: what came earlier was counted before.
 */
export async function attributeOutcomes({ within, ports }: Server, lookBack = lookBackMs): Promise<NextRun> {
  const now = ports.clock.now().getTime();
  const longest = Math.max(replyHours, 24 * appointmentDays) * hourMs;
  const since = new Date(now - lookBack);
  const perCell = await within.eachCell("what followed campaigns", async ({ db }) => ({
    dealers: await dealersWithOutcomes(db, new Date(now - longest - lookBack), since),
    sending: await campaignsInState(db, "sending"),
  }));
  for (const dealer_id of perCell.flatMap(({ dealers }) => dealers)) {
    await within.business({ dealer_id }, "what followed campaigns", async ({ db }) => {
      await stampUnsubscribed(db, dealer_id, since);
      await stampMailUnsubscribed(db, dealer_id, since);
      await stampAppointments(db, dealer_id, since);
    });
  }
  // Those who opt out can stop a campaign that is being sent.
  return perCell.some(({ sending }) => sending.length > 0) ? "soon" : "at rest";
}

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

/**
 * The businesses in which something may have followed a campaign.
 *
 * @param finishedSince campaigns that ended since then, or haven't.
 * @param since opt-outs and appointments from then on.
 */
export async function dealersWithOutcomes(db: Db, finishedSince: Date, since: Date): Promise<number[]> {
  const { rows } = await sql<{ dealer_id: number }>`
    select d.dealer_id::float8 as dealer_id from (
      select distinct dealer_id from campaigns
      where sent_at is not null and (finished_at is null or finished_at >= ${finishedSince})) as d
    where exists (select from consent_events e
        where e.dealer_id = d.dealer_id and e.event = 'revoked' and e.at >= ${since})
      or exists (select from mail_consent_events e where e.dealer_id = d.dealer_id and e.event = 'unsubscribed'
        and e.campaign_id is not null and e.at >= ${since})
      or exists (select from locations l
        join appointments a on a.dealer_id = l.dealer_id and a.location_id = l.id and a.created >= ${since}
        where l.dealer_id = d.dealer_id)`.execute(db);
  return rows.map(({ dealer_id }) => dealer_id);
}
