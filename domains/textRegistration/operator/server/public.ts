import { type RawBuilder, sql } from "kysely";
import type { ClientRegistrationState } from "../contract.ts";

/**
 * SQL: how far a client's registration is, in a word, for the statement that lists clients. What wants attention wins
 * over what waits, and that over what is done.
 */
export const clientRegistrationSql = (dealer_id: RawBuilder<unknown>) => sql<ClientRegistrationState>`(
  select case
    when states && '{refused,stuck,suspended}' then 'to_do'
    when states && '{submitting,in_review,waiting}' then 'with_carriers'
    when numbers && '{pending}' then 'joining'
    when numbers && '{missing,rejected,suspended}' then case when states = '{}' then 'not_started' else 'joining' end
    when numbers && '{registered}' then 'registered'
    else '' end
  from (select
    array(select r.state from carrier_registrations r where r.dealer_id = ${dealer_id}) as states,
    array(select n.registration from phone_numbers n where n.dealer_id = ${dealer_id}) as numbers) as found)`;
