import { type BenchInbox, openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, compare, percentile, printComparisons, timeRuns } from "./comparison.ts";
import { poster } from "./poster.ts";

/*
 * The logs of texts and of calls over HTTP: ten million texts and a million calls against a tenth of both. The first fill
 * takes about a quarter of an hour.
 */

const [small, big] = [
  { chats: 50_000, calls: 100_000 },
  { chats: 500_000, calls: 1_000_000 },
] as const;

/** Adds calls and texts to tracking numbers, on first use: a tenth of the calls through Google, one text of a thousand. */
async function fill({ pool, dealer: { dealer_id, location_id }, firstChat, chats }: BenchInbox, calls: number) {
  const existing = await pool.query("select from calls where dealer_id = $1 limit 1", [dealer_id]);
  if (existing.rowCount) return;
  console.log(`Adding ${calls.toLocaleString("en-US")} calls (once)`);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off");
  await client.query(
    `insert into calls (dealer_id, location_id, chat_id, customer_id, from_number, to_number, sid, started_at, ended_at,
       answered_at, dialed, duration, state, recording_consent, source)
     select $1, $2, c.id, c.customer_id, p.phone, '+15185550199', 'CA' || n, at, at + interval '1 minute',
       case when n % 3 > 0 then at end, case when n % 3 > 0 then 'bridged' else 'unanswered' end,
       case when n % 3 > 0 then 40 end, case when n % 3 > 0 then 'answered' else 'missed' end, 1,
       case when n % 10 = 0 then 'Google' else '' end
     from generate_series(1, $3::int) n
     cross join lateral (select now() - (($3::int - n) * 300 / $3::float8) * interval '1 day' as at) as time
     join chats c on c.dealer_id = $1 and c.id = $4::bigint + (n::bigint * 7919) % $5
     join customers p on p.dealer_id = $1 and p.id = c.customer_id`,
    [dealer_id, location_id, calls, firstChat, chats],
  );
  await client.query(
    `insert into tracked_texts (dealer_id, location_id, message_id, number, source, received_at)
     select $1, $2, id, '+15185550199', 'Google', datetime from messages
     where dealer_id = $1 and is_from_customer = 1 and id % 1000 = 1`,
    [dealer_id, location_id],
  );
  await client.query("vacuum analyze calls");
  await client.query("vacuum analyze tracked_texts");
  client.release(true);
}

type Body = Readonly<Record<string, unknown>>;
const page = (more: Body) => ({ draw: 1, start: 0, length: 25, period: "year", search: { value: "" }, ...more });

/** A customer's phone, which one conversation of twenty texts has. */
const phone = (index: number) => String(2_000_000_000 + 1 + ((index * 7_919) % 50_000));

const workloads: readonly (readonly [work: string, path: string, body: (index: number) => Body])[] = [
  ["the newest texts", "/api/sms-tracking/dt", () => page({})],
  ["the tenth page of texts", "/api/sms-tracking/dt", () => page({ start: 225 })],
  ["texts of customers", "/api/sms-tracking/dt", () => page({ show: "received" })],
  ["texts through Google", "/api/sms-tracking/dt", () => page({ source: "Google" })],
  ["a customer's texts", "/api/sms-tracking/dt", (index) => page({ search: { value: phone(index) } })],
  ["the newest calls", "/api/call-tracking/dt", () => page({})],
  ["the tenth page of calls", "/api/call-tracking/dt", () => page({ start: 225 })],
  ["missed calls", "/api/call-tracking/dt", () => page({ show: "missed" })],
  ["calls through Google", "/api/call-tracking/dt", () => page({ source: "Google" })],
  ["a caller's calls", "/api/call-tracking/dt", (index) => page({ search: { value: phone(index) } })],
];

const postgres = await startBenchPostgres();
const inboxes: BenchInbox[] = [];
for (const { chats, calls } of [small, big]) {
  const inbox = await openBenchInbox(postgres.url, chats);
  await fill(inbox, calls);
  inboxes.push(inbox);
}
const [few, many] = inboxes.map(({ url, token }) => poster(url, token));
if (!few || !many) throw new Error("Two sizes are compared");
const figures: Comparison[] = [];
const slowest: string[] = [];
for (const [work, path, body] of workloads) {
  figures.push(
    await compare({
      work: `${work}: ten times as many`,
      ours: (index) => many.post(path, body(index)),
      peer: (index) => few.post(path, body(index)),
      times: 40,
      must: 1.2,
    }),
  );
  const times = await timeRuns(100, (index) => many.post(path, body(index)));
  slowest.push(`${percentile(times, 0.95).toFixed(1).padStart(7)} ms   ${work}`);
}
const passed = printComparisons("Ten million texts and a million calls, against a tenth", figures);
console.log(`\n95 of 100 within, at ten million texts and a million calls\n${slowest.join("\n")}`);
for (const side of [few, many]) await side.close();
for (const inbox of inboxes) await inbox.close();
await postgres.stop();
process.exit(passed ? 0 : 1);
