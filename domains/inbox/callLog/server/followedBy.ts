import { sql } from "kysely";

/** How many of the messages after a call are looked at for an answer. */
const nextMessages = sql.lit(30);

/**
 * What came of the call `c`: an appointment within 14 days, else how a caller who reached nobody was answered within three.
 * Each is one look into an index, however long the conversation is.
 */
export const followedBy = sql`case
  when exists (select from appointments a where a.dealer_id = c.dealer_id and a.customer_id = c.customer_id
    and a.created >= c.started_at and a.created < c.started_at + interval '14 days') then 'appointment'
  when c.outcome not in ('missed', 'voicemail', 'abandoned') then 'none'
  when exists (select from calls o where o.dealer_id = c.dealer_id and o.location_id = c.location_id
    and o.customer_id = c.customer_id and o.direction = 'outgoing' and o.outcome = 'answered'
    and o.started_at > c.started_at and o.started_at < c.started_at + interval '3 days') then 'called'
  when exists (select from (select * from messages
      where dealer_id = c.dealer_id and chat_id = c.chat_id and id > c.message_id order by id limit ${nextMessages}) e
    where e.is_from_customer = 0 and e.message_type = 'message' and e.campaign_id is null and e.state <> 'failed'
      and e.datetime < c.started_at + interval '3 days') then 'texted'
  else 'none' end`;
