import type pg from "pg";
import { Pool } from "undici";
import { type Period, periods } from "#core/periods.ts";
import { figureKeys } from "#domains/dashboard/contract.ts";
import { rollUp } from "#domains/dashboard/server/rollUp.ts";
import { addDealership } from "#testing/dealership.ts";
import {
  type BenchBusiness,
  benchDatabase,
  openBenchApp,
  type RunInControl,
  startBenchPostgres,
} from "./benchInbox.ts";
import { percentile, timeRuns } from "./comparison.ts";

/*
 * The dashboard's figures over HTTP, at a business with a million messages of a year, of which a fifth came this month:
 * every period, at its one busy location and over all, and the rows behind each figure. The first fill takes some minutes.
 */

/** Milliseconds that 95 of 100 answers may take. */
const limitMs = 300;
const size = { messages: 1_000_000, chats: 50_000, appointments: 50_000 };

async function fill(control: RunInControl, pool: pg.Pool): Promise<BenchBusiness> {
  await pool.query("create table if not exists town (dealer_id bigint, location_id bigint, owner text)");
  const existing = await pool.query("select dealer_id::float8, location_id::float8, owner from town");
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling a business of ${size.messages.toLocaleString("en-US")} messages (once)`);
  const { dealer_id, location_id, owner } = await control("bench", addDealership);
  const ids = [dealer_id, location_id];
  const client = await pool.connect();
  // The rows are consistent by construction, so foreign keys and triggers are off.
  await client.query("set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off");
  const people = "(array(select id from users where dealer_id = $1 order by id))";
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, phone, created_at, created_by, upload_id)
     select $1, $2, 'Customer', 'No ' || n, '+1' || (2000000000 + n), now() - 365 * random() * interval '1 day',
       case when n % 4 = 1 then ${people}[1 + n % 3] end, case when n % 4 = 2 then 1 end
     from generate_series(1, $3::int) n`,
    [...ids, size.chats],
  );
  await client.query(
    `insert into chats (dealer_id, location_id, customer_id, is_closed)
     select dealer_id, location_id, id, id % 2 from customers where dealer_id = $1`,
    [dealer_id],
  );
  // In order of arrival, so that neighbors in the table belong to different chats; both sides take turns.
  await client.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state, user_id, datetime)
     select $1, (select min(id) from chats where dealer_id = $1) + (n * 7919) % $2, (n / $2) % 2,
       'Message ' || n || ': is the blue one with the tow package still on the lot?',
       case (n / $2) % 2 when 1 then 'received' else 'delivered' end,
       case when (n / $2) % 2 = 0 and n % 5 > 0 then ${people}[1 + n % 4] end,
       now() - 365 * power(1 - n / $3::float8, 1.3) * interval '1 day'
     from generate_series(1, $3::bigint) n`,
    [dealer_id, size.chats, size.messages],
  );
  await client.query(
    `insert into responses (dealer_id, location_id, chat_id, message_id, user_id, waiting_since, answered_at, business_seconds)
     select dealer_id, $2, chat_id, id, user_id, datetime, datetime, 20000 * power(random(), 3)
     from messages where dealer_id = $1 and user_id is not null and id % 2 = 0`,
    ids,
  );
  await client.query(
    `insert into appointments (dealer_id, location_id, title, type, customer_id, datetime, status, created_by, created)
     select dealer_id, location_id, 'Visit', id % 2, id, created_at + 20 * random() * interval '1 day', id % 3,
       ${people}[1], created_at from customers where dealer_id = $1 order by id limit $2`,
    [dealer_id, size.appointments],
  );
  await client.query(
    `insert into consent_events (dealer_id, phone, event, source, at)
     select dealer_id, phone, 'revoked', 'keyword', created_at + interval '1 hour' from customers
     where dealer_id = $1 and id % 20 = 0`,
    [dealer_id],
  );
  await client.query(
    `update chats set latest_chat_message_sent_time = sent, latest_chat_message_received_time = received,
       chat_time = greatest(sent, received), new_message_count = case when chats.id % 100 = 0 then 1 else 0 end,
       is_replied = case when chats.id % 50 = 0 then 0 else 1 end,
       waiting_since = case when chats.id % 50 = 0 then received end
     from (select chat_id, max(datetime) filter (where is_from_customer = 0) as sent,
       max(datetime) filter (where is_from_customer = 1) as received from messages group by 1) as last
     where last.chat_id = chats.id and chats.dealer_id = $1`,
    [dealer_id],
  );
  await client.query("vacuum analyze");
  await client.query("insert into town values ($1, $2, $3)", [...ids, owner]);
  client.release(true);
  return { dealer_id, location_id, owner };
}

const postgres = await startBenchPostgres();
const app = await openBenchApp(await benchDatabase(postgres.url, "dashboard"));
const business = await fill(app.server.within.control, app.pool);
const began = performance.now();
await rollUp(app.server);
console.log(`Adding up took ${Math.round(performance.now() - began).toLocaleString("en-US")} ms`);
await app.pool.query("vacuum analyze message_hours");
const token = await app.signIn(business.owner);
const pool = new Pool(app.url, { connections: 1 });
const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };

async function post(path: string, body: object): Promise<void> {
  const response = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
}

const tooSlow: string[] = [];

async function measure(work: string, times: number, run: () => Promise<void>, limit?: number): Promise<void> {
  await timeRuns(3, run);
  const durations = await timeRuns(times, run);
  const [p50, p95] = [percentile(durations, 0.5), percentile(durations, 0.95)];
  console.log(`${p50.toFixed(1).padStart(7)} ${p95.toFixed(1).padStart(7)} ms   ${work}`);
  if (limit && p95 > limit) tooSlow.push(work);
}

console.log("\n median     p95");
for (const location of ["acting", "all"] as const) {
  for (const period of periods) {
    const where = location === "all" ? "all locations" : "one location";
    await measure(`${period}, ${where}`, 40, () => post("/api/dashboard", { period, location }), limitMs);
  }
  for (const period of ["today", "days7", "days90"] satisfies Period[]) {
    await measure(`the contacts before ${period}, ${location}`, 20, () =>
      post("/api/dashboard/before", { period, location }),
    );
  }
  for (const [first, last] of [
    [37, 8],
    [120, 31],
    [365, 1],
  ] as const) {
    const [from, to] = [first, last].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
    const body = { period: "custom", from, to, location };
    await measure(`${first} to ${last} days ago, ${location}`, 40, () => post("/api/dashboard", body), limitMs);
  }
}
for (const period of ["today", "year"] satisfies Period[]) {
  for (const figure of figureKeys) {
    const body = { figure, period, length: 10 };
    await measure(`the rows behind ${figure}, ${period}`, 5, () => post("/api/dashboard/dt", body));
  }
}
await pool.close();
await app.close();
await postgres.stop();
for (const work of tooSlow) console.log(`Past its limit of ${limitMs} ms: ${work}`);
process.exit(tooSlow.length > 0 ? 1 : 0);
