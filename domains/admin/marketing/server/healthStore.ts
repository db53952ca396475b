import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SendingHealth } from "../contract.ts";

/** The limit of clients, those who send most first. */
const maxClients = 500;

/** Each client's handed-over campaign messages since then, their results, and the longest overdue one. */
export async function readSendingHealth(db: Db, since: Date, now: Date): Promise<Omit<SendingHealth, "level">[]> {
  // Each channel by the index on its own times.
  const { rows } = await sql<Omit<SendingHealth, "level">>`
    with texts as materialized (
      select dealer_id, count(*)::int as texts, (count(*) filter (where unsubscribed_at is not null))::int as opted_out,
        (count(*) filter (where error_code = '30007'))::int as filtered
      from campaign_recipients where handed_at >= ${since} and handed_at is not null and channel = 'sms' group by dealer_id),
    mails as materialized (
      select dealer_id, count(*)::int as emails, (count(*) filter (where complained_at is not null))::int as complained,
        (count(*) filter (where bounce = 'hard'))::int as bounced,
        (count(*) filter (where bounce = 'policy'))::int as refused,
        (array_agg(error order by reported_at desc nulls last, handed_at desc) filter (where bounce = 'policy' and error <> ''))[1] as refusal
      from campaign_recipients where handed_at >= ${since} and handed_at is not null and channel = 'email' group by dealer_id),
    waiting as materialized (
      select c.dealer_id, min(next.due_at) as oldest_due from campaigns c
      join lateral (select r.due_at from campaign_recipients r
        where r.dealer_id = c.dealer_id and r.campaign_id = c.id and r.state = 'pending' and r.due_at <= ${now}
        order by r.due_at limit 1) next on true
      where c.state = 'sending' group by c.dealer_id),
    clients as (
      select dealer_id from texts union select dealer_id from mails union select dealer_id from waiting)
    select clients.dealer_id::float8 as dealer_id, d.business_name as client, coalesce(texts, 0) as texts,
      coalesce(opted_out, 0) as opted_out, coalesce(filtered, 0) as filtered, coalesce(emails, 0) as emails,
      coalesce(complained, 0) as complained, coalesce(bounced, 0) as bounced, coalesce(refused, 0) as refused,
      coalesce(left(refusal, 300), '') as refusal, oldest_due
    from clients join dealers d on d.id = clients.dealer_id
      left join texts using (dealer_id) left join mails using (dealer_id) left join waiting using (dealer_id)
    order by coalesce(texts, 0) + coalesce(emails, 0) desc, clients.dealer_id limit ${maxClients}`.execute(db);
  return rows;
}
