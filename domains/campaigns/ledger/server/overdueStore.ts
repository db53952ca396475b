import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RecentResults } from "../../rules.ts";
import { brakeSample } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** The businesses that have texts whose answer is overdue. */
export async function dealersWithOverdue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where("state", "=", "intended")
    .where("lease_until", "<=", now)
    .select("dealer_id")
    .distinct()
    .limit(1_000)
    .execute();
  return rows.map(({ dealer_id }) => dealer_id);
}

/** A business's texts whose answer is overdue. */
export async function overdueRows(db: Db, dealer_id: number, now: Date) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("state", "=", "intended")
    .where("lease_until", "<=", now)
    .select(["dealer_id", "campaign_id", "n"])
    .orderBy("lease_until")
    .limit(200)
    .execute();
}

/** Carrier ids of campaign texts to a phone. */
export async function sidsOfPhone(db: Db, dealer_id: number, address: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("address", "=", address)
    .where("handed_at", ">=", since)
    .where("provider_sid", "is not", null)
    .select("provider_sid")
    .execute();
  return rows.flatMap(({ provider_sid }) => provider_sid ?? []);
}

/** True while a campaign has people without a result. */
export async function hasOpenRows(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<boolean> {
  const row = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "in", ["pending", "intended"])
    .select("n")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a campaign's last hand-overs came to. */
export async function recentResults(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<RecentResults> {
  const { rows } = await sql<RecentResults>`
    select count(*)::int as handed, count(*) filter (where error_code = '30007')::int as filtered,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where unsubscribed_at is not null)::int as stopped
    from (
      select error_code, state, unsubscribed_at from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null
      order by handed_at desc limit ${brakeSample}
    ) as last`.execute(db);
  return rows[0] ?? { handed: 0, filtered: 0, failed: 0, stopped: 0 };
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
      where e.dealer_id = ${dealer_id} and e.event = 'revoked' and e.at >= ${since}
        and e.at <= last.handed_at + interval '72 hours'
      order by e.phone, e.at
    ) as stops
    where r.dealer_id = ${dealer_id} and r.campaign_id = stops.campaign_id and r.n = stops.n
      and r.unsubscribed_at is null`.execute(db);
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
