import type pg from "pg";
import type { Dealership } from "#testing/dealership.ts";

interface RandomContext {
  readonly now: Date;
  readonly random: () => number;
}

/** Changes a random part of the rows. @returns how many. */
type HistoryChange = (pool: pg.Pool, dealer: Dealership, chance: RandomContext) => Promise<number>;

/** Runs a statement for random rows; $1 is the business, $2 the row, $3 a number from 0 to 1. */
function forRandomRows(rows: string, statement: string): HistoryChange {
  return async (pool, { dealer_id }, { random }) => {
    const all = (await pool.query(`select id from ${rows} and dealer_id = $1 order by id`, [dealer_id])).rows;
    let changed = 0;
    for (const { id } of all.filter(() => random() < 0.2)) {
      changed += (await pool.query(statement, [dealer_id, id, random()])).rowCount ?? 0;
    }
    return changed;
  };
}

const customers = "customers where merged_into is null";

/** Changes to rows whose hours were rolled up long ago. */
export const changes = {
  "customers are deleted": forRandomRows(
    `${customers} and deleted_at is null`,
    "update customers set deleted_at = now() where dealer_id = $1 and id = $2 and $3 >= 0::float",
  ),
  "customers come back": forRandomRows(
    `${customers} and deleted_at is not null`,
    "update customers set deleted_at = null where dealer_id = $1 and id = $2 and $3 >= 0::float",
  ),
  "customers came otherwise, or at another time": forRandomRows(
    customers,
    `update customers set upload_id = case when $3 < 0.5 then 1 end, created_at = created_at - $3 * interval '3 days'
     where dealer_id = $1 and id = $2`,
  ),
  "customers are added with a time of before": forRandomRows(
    customers,
    `insert into customers (dealer_id, location_id, first_name, last_name, phone, created_at)
     select dealer_id, location_id, 'Late', id::text, '+1646' || (5550000 + id), created_at - $3 * interval '1 day'
     from customers where dealer_id = $1 and id = $2`,
  ),
  "leads are answered": forRandomRows(
    "chats where true",
    `insert into responses (dealer_id, location_id, chat_id, message_id, user_id, waiting_since, answered_at, business_seconds)
     select m.dealer_id, c.location_id, c.id, m.id, m.user_id, m.datetime, m.datetime, 1000 * $3::float
     from chats c join messages m on m.dealer_id = c.dealer_id and m.chat_id = c.id
     where c.dealer_id = $1 and c.id = $2 and m.user_id is not null and m.is_from_customer = 0
     limit 1 on conflict do nothing`,
  ),
  "answers go": forRandomRows(
    "responses where true",
    "delete from responses where dealer_id = $1 and id = $2 and $3 >= 0::float",
  ),
  "appointments are made with a time of before": forRandomRows(
    customers,
    `insert into appointments (dealer_id, location_id, title, type, customer_id, datetime, status, created_by, created)
     select dealer_id, location_id, 'Visit', id % 2, id, created_at + interval '1 hour', id % 3,
       (select min(id) from users where dealer_id = $1), created_at + $3 * interval '1 hour'
     from customers where dealer_id = $1 and id = $2`,
  ),
  "appointments end another way": forRandomRows(
    "appointments where true",
    "update appointments set status = (status + 1) % 3, type = case when $3 < 0.5 then 0 else 1 end where dealer_id = $1 and id = $2",
  ),
  "appointments are moved": forRandomRows(
    "appointments where true",
    "update appointments set datetime = datetime - $3 * interval '5 days' where dealer_id = $1 and id = $2",
  ),
  "appointments are another customer's": forRandomRows(
    "appointments where true",
    `update appointments set customer_id = (
       select other.id from customers other where other.dealer_id = $1 and other.location_id = appointments.location_id
       order by abs(other.id - $3::float * 150) limit 1
     ) where dealer_id = $1 and id = $2`,
  ),
  "appointments go": forRandomRows(
    "appointments where true",
    "delete from appointments where dealer_id = $1 and id = $2 and $3 >= 0::float",
  ),
  "messages come late": forRandomRows(
    "customers where deleted_at is null and not exists (select from chats where chats.customer_id = customers.id)",
    `with chat as (
       insert into chats (dealer_id, location_id, customer_id, latest_chat_message_received_time)
       select dealer_id, location_id, id, date_trunc('second', now() - interval '40 days' - $3 * interval '9 days')
       from customers where dealer_id = $1 and id = $2
       returning dealer_id, id, latest_chat_message_received_time as at
     )
     insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
     select dealer_id, id, 1, 'Is it there?', 'received', at from chat`,
  ),
} satisfies Record<string, HistoryChange>;
