import { sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { PeriodFigures } from "../text/fields.ts";

/** One location, or with null all locations of a business. */
interface SentFrom {
  readonly dealer_id: number;
  readonly location_id: number | null;
}

/** Counts the texts that left in a period, of campaigns that were at work in it. They are in no count of messages. */
export async function countSentTexts(
  db: Db,
  { dealer_id, location_id }: SentFrom,
  { from, to }: TimeRange,
): Promise<PeriodFigures> {
  const { rows } = await sql<PeriodFigures>`
    select count(*)::int as sent,
      count(*) filter (where r.state = 'delivered')::int as delivered,
      count(r.replied_at)::int as replies,
      count(r.unsubscribed_at)::int as unsubscribes
    from campaigns c
    join campaign_recipients r on r.dealer_id = c.dealer_id and r.campaign_id = c.id
    where c.dealer_id = ${dealer_id} and (${location_id}::bigint is null or c.location_id = ${location_id}::bigint)
      and c.channel = 'sms' and c.sent_at < ${to} and (c.finished_at is null or c.finished_at >= ${from})
      and r.handed_at >= ${from} and r.handed_at < ${to}
      and r.state in ('accepted', 'sent', 'delivered', 'failed', 'unknown')`.execute(db);
  return rows[0] ?? { sent: 0, delivered: 0, replies: 0, unsubscribes: 0 };
}
