import { sql } from "kysely";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Channel, RecentResults } from "../../rules.ts";
import { brakeSample } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** The businesses that have messages of a channel whose answer is overdue. */
export async function dealersWithOverdue(db: Db, now: Date, channel: Channel = "sms"): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where(sql<boolean>`state = 'intended'`)
    .where("channel", "=", channel)
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
    .where(sql<boolean>`state = 'intended'`)
    .where("channel", "=", "sms")
    .where("lease_until", "<=", now)
    .select(["dealer_id", "campaign_id", "n"])
    .orderBy("lease_until")
    .limit(200)
    .execute();
}

/** The businesses of canceled campaigns that somebody is still waiting in: their answer came after the cancellation. */
export async function dealersWithCanceled(db: Db): Promise<number[]> {
  const { rows } = await sql<{ dealer_id: number }>`select distinct c.dealer_id from campaigns c
    where c.state = 'cancelled' and exists (select from campaign_recipients r
      where r.dealer_id = c.dealer_id and r.campaign_id = c.id and r.state = 'pending')`.execute(db);
  return rows.map(({ dealer_id }) => dealer_id);
}

/** Ends those who came back into the queue of a campaign that was canceled while their text was on its way. */
export async function skipCanceled(db: Db, dealer_id: number): Promise<void> {
  await sql`update campaign_recipients r set state = 'skipped', reason = 'cancelled' from campaigns c
    where c.dealer_id = ${dealer_id} and c.state = 'cancelled' and r.dealer_id = c.dealer_id and r.campaign_id = c.id
      and r.state = 'pending'`.execute(db);
}

/** Carrier ids of campaign texts to a phone. */
export async function sidsOfPhone(db: Db, dealer_id: number, address: string, since: Date): Promise<string[]> {
  const handed = db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("address", "=", address)
    .where("handed_at", ">=", since)
    .where("provider_sid", "is not", null)
    .orderBy("handed_at", "desc")
    .select("provider_sid");
  const rows = await inIndexOrder(db, () => handed.execute());
  return rows.flatMap(({ provider_sid }) => provider_sid ?? []);
}

/** True while a campaign has people without a result. */
export async function hasOpenRows(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<boolean> {
  // Not "exists": that reads the table until it finds one, and those who are left come last.
  const first = sql<{ is_open: boolean }>`
    select (select n from campaign_recipients
        where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and state = 'pending'
        order by due_at limit 1) is not null
      or exists (select from campaign_recipients
        where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and state = 'intended') as is_open`;
  const { rows } = await inIndexOrder(db, () => first.execute(db));
  return rows[0]?.is_open ?? false;
}

/** What a campaign's last hand-overs came to. */
export async function recentResults(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<RecentResults> {
  const last = sql<RecentResults>`
    select count(*)::int as handed, count(*) filter (where error_code = '30007')::int as filtered,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where unsubscribed_at is not null)::int as stopped
    from (
      select error_code, state, unsubscribed_at from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null
      order by handed_at desc limit ${brakeSample}
    ) as last`;
  const { rows } = await inIndexOrder(db, () => last.execute(db));
  return rows[0] ?? { handed: 0, filtered: 0, failed: 0, stopped: 0 };
}
