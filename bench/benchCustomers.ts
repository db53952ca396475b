import type pg from "pg";
import { addDealership } from "#testing/dealership.ts";
import { type BenchBusiness, benchDatabase, openBenchApp, type RunInControl } from "./benchInbox.ts";

/** The app over one location with many customers. */
export interface BenchCustomers {
  readonly size: number;
  readonly url: string;
  readonly token: string;
  readonly pool: pg.Pool;
  readonly dealer: BenchBusiness;
  close(): Promise<void>;
}

/** Search words: one matches every third customer, the other none. */
export const termOfOneThird = "westside";
export const termOfNone = "zyxwvut";

/** Starts the app over so many customers; fills the database on first use. */
export async function openBenchCustomers(postgres: string, size: number): Promise<BenchCustomers> {
  const app = await openBenchApp(await benchDatabase(postgres, `crowd_${size}`));
  const dealer = await fill(app.server.within.control, app.pool, size);
  const token = await app.signIn(dealer.owner);
  return { size, url: app.url, token, pool: app.pool, dealer, close: app.close };
}

async function fill(control: RunInControl, pool: pg.Pool, size: number): Promise<BenchBusiness> {
  await pool.query("create table if not exists crowd (dealer_id bigint, location_id bigint, owner text)");
  const existing = await pool.query("select dealer_id::float8, location_id::float8, owner from crowd");
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling a location with ${size.toLocaleString("en-US")} customers (once)`);
  const { dealer_id, location_id, owner } = await control("bench", addDealership);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  // Building the index at once takes a minute, row by row many.
  const search = await client.query("select pg_get_indexdef('customers_search'::regclass) as made");
  await client.query("drop index customers_search");
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone, company)
     select $1, $2, first, last, lower(first) || '.' || lower(last) || n || '@' || (array['example.com', 'mail.test'])[1 + n % 2],
       '+1' || (array[212, 310, 415, 512, 617, 713, 786, 818, 909, 917])[1 + n % 10] || lpad(((n::bigint * 7919) % 10000000)::text, 7, '0'), case n % 3 when 0 then 'Westside Trucks' else '' end
     from generate_series(1, $3::int) n
     cross join lateral (select
       (array['Maria', 'José', 'Ana', 'James', 'Robert', 'Linda', 'Zoë', 'Wei', 'Aisha', 'Oliver', 'Emma', 'Noah', 'Mia'])[1 + n % 13] as first,
       initcap(translate(((n::bigint * 7919) % 1000003)::text, '0123456789', 'aeioulmnrs')) as last
     ) names`,
    [dealer_id, location_id, size],
  );
  await client.query(search.rows[0].made);
  await client.query(
    `insert into chats (dealer_id, location_id, customer_id, chat_time)
     select dealer_id, location_id, id, now() from customers where dealer_id = $1 and id % 20 = 0`,
    [dealer_id],
  );
  const list = await client.query(
    `insert into customer_lists (dealer_id, location_id, title) values ($1, $2, 'Old') returning id`,
    [dealer_id, location_id],
  );
  await client.query(
    `insert into list_members (dealer_id, location_id, list_id, customer_id)
     select dealer_id, location_id, $2, id from customers where dealer_id = $1 order by id limit $3`,
    [dealer_id, list.rows[0].id, size / 10],
  );
  await client.query("vacuum analyze");
  await client.query("insert into crowd values ($1, $2, $3)", [dealer_id, location_id, owner]);
  client.release(true);
  return { dealer_id, location_id, owner };
}
