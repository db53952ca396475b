import type pg from "pg";
import { addDealership } from "#testing/dealership.ts";
import { type BenchBusiness, benchDatabase, openBenchApp, type RunInControl } from "./benchInbox.ts";

/** The app over one location with years of messages, and another business's messages beside them. */
export interface MessageArchive {
  readonly messages: number;
  readonly url: string;
  readonly token: string;
  readonly pool: pg.Pool;
  readonly dealer: BenchBusiness;
  close(): Promise<void>;
}

/** Words of known frequency; all others are random, a few common and most rare, as in natural language. */
export const searchTerms = {
  third: "westside",
  thousandth: "midmorning",
  hundredThousandth: "kumquat",
  /** In every message of the oldest third, and in no later one. */
  longAgo: "brontosaur",
  /** In a third of the other business's messages, and in none of this one's. */
  others: "marmalade",
  nobody: "zyxwvut",
} as const;

/** Of every ten messages, how many belong to the other business. */
const othersShare = 2;

/** Starts the app over an archive of so many messages; fills the database on first use. */
export async function openArchive(postgres: string, messages: number): Promise<MessageArchive> {
  const app = await openBenchApp(await benchDatabase(postgres, `archive_${messages}`));
  const dealer = await fill(app.server.within.control, app.pool, messages);
  const token = await app.signIn(dealer.owner);
  return { messages, url: app.url, token, pool: app.pool, dealer, close: app.close };
}

/** SQL for a random word; of some thousands, the tenth is ten times as frequent as the hundredth. */
const randomWord = "translate((floor(exp(random() * 8.8))::int * 7919 % 1000003)::text, '0123456789', 'aeioulmnrs')";

async function fill(control: RunInControl, pool: pg.Pool, messages: number): Promise<BenchBusiness> {
  await pool.query("create table if not exists archive (dealer_id bigint, location_id bigint, owner text)");
  const existing = await pool.query("select dealer_id::float8, location_id::float8, owner from archive");
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling an archive of ${messages.toLocaleString("en-US")} messages (once)`);
  const [own, other] = [await control("bench", addDealership), await control("bench", addDealership)];
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off");
  await client.query("set maintenance_work_mem = '1GB'");
  const chats = messages / 20;
  for (const [{ dealer_id, location_id }, share] of [
    [own, 10 - othersShare],
    [other, othersShare],
  ] as const) {
    await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
       select $1, $2, initcap(${randomWord}), initcap(${randomWord}), 'c' || n || '@example.com', '+1' || (2000000000 + n)
       from generate_series(1, $3::int) n`,
      [dealer_id, location_id, (chats * share) / 10],
    );
  }
  await client.query(
    `insert into chats (dealer_id, location_id, customer_id, chat_time, new_message, is_closed)
     select dealer_id, location_id, id, now() - (random() * 700 || ' hours')::interval, 'See you then', (random() < 0.5)::int
     from customers`,
  );
  // In order of arrival, so that neighbors in the table belong to different chats and both businesses.
  await client.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
     select case when is_own then $1::bigint else $2 end,
       case when is_own then (select min(id) from chats where dealer_id = $1::bigint) + (n * 7919) % $4::bigint
         else (select min(id) from chats where dealer_id = $2::bigint) + (n * 7919) % $5::bigint end,
       n % 2, concat_ws(' ', ${Array(6).fill(randomWord).join(", ")},
         case when n % 3 = 0 then case when is_own then '${searchTerms.third}' else '${searchTerms.others}' end end,
         case when n % 1000 = 7 then '${searchTerms.thousandth}' end, case when n % 100000 = 7 then '${searchTerms.hundredThousandth}' end,
         case when is_own and n < $3::bigint / 3 then '${searchTerms.longAgo}' end, ${Array(6).fill(randomWord).join(", ")}),
       case n % 2 when 1 then 'received' else 'delivered' end, now() - (($3::bigint - n) || ' seconds')::interval
     from (select n, n % 10 >= ${othersShare} as is_own from generate_series(1, $3::bigint) n) numbered`,
    [own.dealer_id, other.dealer_id, messages, (chats * (10 - othersShare)) / 10, (chats * othersShare) / 10],
  );
  // Building the index at once takes minutes, row by row hours. The words are already folded.
  const index = await client.query("select pg_get_indexdef('message_words_search'::regclass) as made");
  await client.query("drop index message_words_search");
  await client.query(
    `insert into message_words (dealer_id, location_id, message_id, words)
     select dealer_id, case dealer_id when $1::bigint then $2::bigint else $3 end, id, message from messages order by id`,
    [own.dealer_id, own.location_id, other.location_id],
  );
  await client.query(index.rows[0].made);
  await client.query("vacuum analyze");
  await client.query("insert into archive values ($1, $2, $3)", [own.dealer_id, own.location_id, own.owner]);
  client.release(true);
  return own;
}
