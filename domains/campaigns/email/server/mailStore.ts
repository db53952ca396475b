import { sql } from "kysely";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SkipReason } from "#domains/marketing/gate/rules.ts";
import type { RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import { mailBrakeSample, type RecentMails } from "../rules.ts";

/** How many people are in each state, by campaign, with what they or programs did with the mail. */
export async function countMailResults(db: Db, dealer_id: number, campaign_ids: readonly number[]) {
  if (campaign_ids.length === 0) return [];
  return db
    .selectFrom("campaign_recipients as r")
    .leftJoin("appointments as a", (join) =>
      join.on("a.dealer_id", "=", dealer_id).onRef("a.id", "=", "r.appointment_id"),
    )
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", sql<number>`any(${[...campaign_ids]}::bigint[])`)
    .groupBy(["r.campaign_id", "r.state", "r.reason"])
    .select("r.campaign_id")
    .select([
      sql<RecipientState>`r.state`.as("state"),
      sql<SkipReason | "">`r.reason`.as("reason"),
      sql<number>`count(*)::int`.as("count"),
      sql<number>`(count(*) filter (where r.bounce <> ''))::int`.as("bounced"),
      sql<number>`count(r.opened_at)::int`.as("opened"),
      sql<number>`(count(r.machine_opened_at) filter (where r.opened_at is null))::int`.as("machine_opened"),
      sql<number>`count(r.clicked_at)::int`.as("clicked"),
      sql<number>`count(r.unsubscribed_at)::int`.as("unsubscribed"),
      sql<number>`count(r.complained_at)::int`.as("complained"),
      // One that was deleted since isn't one any more.
      sql<number>`count(a.id)::int`.as("appointments"),
    ])
    .execute();
}

export type MailResultCount = Awaited<ReturnType<typeof countMailResults>>[number];

/** Mails that failed or came back, by class, the most frequent first. */
export async function countMailFailures(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "=", "failed")
    .groupBy("error_code")
    .select("error_code")
    .select(sql<number>`count(*)::int`.as("count"))
    .orderBy("count", "desc")
    .orderBy("error_code")
    .limit(20)
    .execute();
}

/** A campaign's links with who followed them. */
export async function linkFigures(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  const { rows } = await sql<{ n: number; url: string; people: number; clicks: number; machine_clicks: number }>`
    select l.n, l.url, (count(distinct v.recipient_n) filter (where not v.is_machine))::int as people,
      (count(v.id) filter (where not v.is_machine))::int as clicks,
      (count(v.id) filter (where v.is_machine))::int as machine_clicks
    from campaign_links l
    left join campaign_visits v on v.dealer_id = l.dealer_id and v.campaign_id = l.campaign_id and v.link_n = l.n
    where l.dealer_id = ${dealer_id} and l.campaign_id = ${campaign_id}
    group by l.n, l.url order by l.n`.execute(db);
  return rows;
}

/** What a campaign's last mails came to. */
export async function recentMails(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<RecentMails> {
  const last = sql<RecentMails>`
    select count(*)::int as handed, count(complained_at)::int as complained,
      (count(*) filter (where bounce = 'hard'))::int as bounced,
      (count(*) filter (where state = 'failed' and bounce <> 'hard'))::int as failed
    from (
      select complained_at, bounce, state from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null
      order by handed_at desc limit ${mailBrakeSample}
    ) as last`;
  const { rows } = await inIndexOrder(db, () => last.execute(db));
  return rows[0] ?? { handed: 0, complained: 0, bounced: 0, failed: 0 };
}
