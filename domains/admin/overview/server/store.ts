import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { unsettledStates } from "#domains/admin/clients/rules.ts";
import { periodStart } from "#domains/admin/clients/server/store.ts";

interface ByPeriod {
  today: number;
  week: number;
  month: number;
}

/** Filtered counts per period; the week may have begun in the previous month. */
function periodsOf(now: Date) {
  const [today, week, month] = [periodStart("today", now), periodStart("week", now), periodStart("month", now)];
  const counted = (at: string) =>
    sql.join(
      Object.entries({ today, week, month }).map(
        ([name, begin]) => sql`(count(*) filter (where ${sql.ref(at)} >= ${begin}))::int as ${sql.ref(name)}`,
      ),
    );
  return { counted, earliest: sql`least(${week}, ${month})` };
}

export async function countClients(db: Db, now: Date): Promise<ByPeriod & { all: number }> {
  const { counted } = periodsOf(now);
  const { rows } = await sql<ByPeriod & { all: number }>`
    select count(*)::int as all, ${counted("created_at")} from dealers where id <> ${platformDealer}`.execute(db);
  return rows[0] ?? { all: 0, today: 0, week: 0, month: 0 };
}

interface TextCounts {
  readonly texts_in: ByPeriod;
  readonly texts_out: ByPeriod;
  readonly failures: ByPeriod;
}

/** Reads only the days of these periods, by the index on the time. */
export async function countTexts(db: Db, now: Date): Promise<TextCounts> {
  const { counted, earliest } = periodsOf(now);
  const { rows } = await sql<ByPeriod & { kind: keyof TextCounts }>`
    select kind, ${counted("datetime")}
    from messages cross join lateral (values
      (case when is_from_customer = 1 then 'texts_in' when state in ('sent', 'delivered') then 'texts_out'
        when state = 'failed' then 'failures' end)) as kinds (kind)
    where datetime >= ${earliest} and message_type = 'message' and campaign_id is null and kind is not null
    group by kind`.execute(db);
  const nothing = { today: 0, week: 0, month: 0 };
  const countsOf = (kind: keyof TextCounts) => rows.find((row) => row.kind === kind) ?? nothing;
  return { texts_in: countsOf("texts_in"), texts_out: countsOf("texts_out"), failures: countsOf("failures") };
}

/** What campaigns handed over, by the index on that time of each channel. */
export async function countCampaignMessages(db: Db, now: Date) {
  const { counted, earliest } = periodsOf(now);
  const handed = (channel: "sms" | "email") => sql<ByPeriod>`
    select ${counted("handed_at")} from campaign_recipients
    where handed_at is not null and channel = ${sql.lit(channel)} and handed_at >= ${earliest}`;
  const nothing = { today: 0, week: 0, month: 0 };
  const texts = await handed("sms").execute(db);
  const emails = await handed("email").execute(db);
  return { campaign_texts: texts.rows[0] ?? nothing, campaign_emails: emails.rows[0] ?? nothing };
}

export async function countNumbers(db: Db) {
  const { rows } = await sql<{ assigned: number; requested: number; unsettled: number }>`
    select
      (select count(*)::int from phone_numbers where dealer_id <> ${platformDealer}) as assigned,
      (select count(*)::int from locations l where phone_no_request = 2 and not exists (
        select from phone_numbers n where n.dealer_id = l.dealer_id and n.location_id = l.id and n.kind = 'main'))
        + (select count(*)::int from tracking_numbers where state = 'requested') as requested,
      (select count(*)::int from number_purchases where state in (${sql.join(unsettledStates)})) as unsettled`.execute(
    db,
  );
  return rows[0] ?? { assigned: 0, requested: 0, unsettled: 0 };
}
