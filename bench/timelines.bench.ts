import type pg from "pg";
import { addDealership } from "#testing/dealership.ts";
import { benchDatabase, openBenchApp, type RunInControl, startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, compare, percentile, printComparisons, timeRuns } from "./comparison.ts";
import { getter, poster } from "./poster.ts";

/* A customer's page over HTTP: a timeline of 50,000 entries against one of 100, in one database. */

const growth = 1.5;
const [short, long] = [100, 50_000];

interface TimelineBench {
  readonly owner: string;
  readonly short_id: number;
  readonly long_id: number;
}

/** Of ten entries seven are texts, and one each is a call, a task and a move of one of the customer's leads. */
async function fill(control: RunInControl, pool: pg.Pool): Promise<TimelineBench> {
  await pool.query("create table if not exists bench_timelines (owner text, short_id bigint, long_id bigint)");
  const read = () => pool.query("select owner, short_id::float8, long_id::float8 from bench_timelines");
  const existing = await read();
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling a timeline with ${long.toLocaleString("en-US")} entries (once)`);
  const { dealer_id, location_id, owner } = await control("bench", addDealership);
  const client = await pool.connect();
  // Without triggers, which look at all of a customer's rows for each one.
  await client.query("set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off");
  const ids: number[] = [];
  for (const [n, entries] of [short, long].entries()) {
    const customer = await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
       values ($1, $2, 'Ana', 'Person', 'ana@example.com', '+1909555014' || $3::int) returning id::float8`,
      [dealer_id, location_id, n],
    );
    const key = [dealer_id, location_id, customer.rows[0].id, entries];
    ids.push(customer.rows[0].id);
    const at = "now() - interval '1 day' - n * interval '17 minutes'";
    await client.query(
      `with chat as (insert into chats (dealer_id, location_id, customer_id) values ($1, $2, $3) returning id)
       insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
       select $1, chat.id, n % 2, 'Is the Sorento still here? ' || n, 'received', ${at} from chat, generate_series(1, $4::int) n
       where n % 10 < 7`,
      key,
    );
    await client.query(
      `insert into calls (dealer_id, location_id, customer_id, sid, from_number, to_number, started_at, state, duration, recording_consent)
       select $1, $2, $3, 'bench ' || $3::bigint || ' ' || n, '+19095550142', '+19095550143', ${at}, 'answered', 60, 1
       from generate_series(1, $4::int) n where n % 10 = 7`,
      key,
    );
    await client.query(
      `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at, ended_how)
       select $1, $2, 'hand', 'Call about rates', $3, ${at}, 'done', ${at}, ${at}, 'hand'
       from generate_series(1, $4::int) n where n % 10 = 8`,
      key,
    );
    await client.query(
      `with stage as (select id from lead_stages where dealer_id = $1 and name = 'New'),
         lead as (insert into leads (dealer_id, location_id, customer_id, kind, stage_id, received_at, inquired_at)
           select $1, $2, $3, 'sales', stage.id, now(), now() from stage, generate_series(1, greatest(1, $4::int / 5000)) returning id, stage_id)
       insert into lead_moves (dealer_id, location_id, lead_id, at, reason, to_stage_id)
       select $1, $2, lead.id, ${at}, 'hand', lead.stage_id from generate_series(1, $4::int) n
         join (select lead.*, row_number() over () - 1 as place, count(*) over () as of from lead) lead on n / 10 % lead.of = lead.place
       where n % 10 = 9`,
      key,
    );
  }
  await client.query("vacuum analyze");
  await client.query("insert into bench_timelines values ($1, $2, $3)", [owner, ids[0], ids[1]]);
  client.release(true);
  return (await read()).rows[0];
}

const postgres = await startBenchPostgres();
const app = await openBenchApp(await benchDatabase(postgres.url, "timelines"));
const { owner, short_id, long_id } = await fill(app.server.within.control, app.pool);
const token = await app.signIn(owner);
const [{ post, close }, { get, close: closeGet }] = [poster(app.url, token), getter(app.url, token)];

const entries = (id: number, body: object = {}) => post(`/api/customers/${id}/timeline`, body);
const summary = (id: number) => get(`/api/customers/${id}/timeline`);
/** What the page asks when it opens. */
const open = async (id: number) => {
  await get(`/api/customers/get/${id}`);
  await entries(id);
  await summary(id);
};
/** Deep in the long one, and in the middle of the short one. */
const cursorAt = (n: number) => `${(Date.now() - 86_400_000 - n * 17 * 60_000) * 1000}.0.1`;

const workloads: readonly (readonly [work: string, run: (id: number) => Promise<unknown>])[] = [
  ["opening the page", open],
  ["its entries", entries],
  ["its counts and what is coming", summary],
  ["a further page", (id) => entries(id, { after: cursorAt(id === long_id ? 40_000 : 40) })],
  ["calls alone", (id) => entries(id, { kinds: ["call"] })],
];
const figures: Comparison[] = [];
for (const [work, run] of workloads) {
  const sides = { ours: () => run(long_id), peer: () => run(short_id) };
  // Calls alone fill a page of the long one only, and counting takes a few milliseconds, which opening the page has room for.
  const isHeld = work === "opening the page" || work === "a further page";
  figures.push(
    await compare({ work: `${work}: 50,000 against 100`, ...sides, times: 30, ...(isHeld && { must: growth }) }),
  );
}
const passed = printComparisons("Timelines", figures);
for (const [work, run] of [
  ...workloads,
  ["a search without hits", (id: number) => entries(id, { search: "zebra" })] as const,
]) {
  const durations = await timeRuns(50, () => run(long_id));
  console.log(`${percentile(durations, 0.95).toFixed(1).padStart(6)} ms   95 of 100: ${work}`);
}
await Promise.all([close(), closeGet(), app.close()]);
await postgres.stop();
process.exit(passed ? 0 : 1);
