import type pg from "pg";
import { runChange } from "#domains/leads/bulk/server/runChange.ts";
import { addDealership } from "#testing/dealership.ts";
import { benchDatabase, openBenchApp, type RunInControl, startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, compare, percentile, printComparisons, timeRuns } from "./comparison.ts";
import { poster } from "./poster.ts";

/* The list of leads with its views and the board, over HTTP: 100,000 leads of a location against 10,000. */

const growth = 1.5;
/** How much slower the inbox's list may be while all leads of its location change. */
const besideChange = 2;

async function openLeads(postgres: string, size: number) {
  const app = await openBenchApp(await benchDatabase(postgres, `leads_${size}`));
  const { owner, stage_id } = await fill(app.server.within.control, app.pool, size);
  const { post, close } = poster(app.url, await app.signIn(owner));
  return { size, app, owner, post, stage_id, close: () => Promise.all([close(), app.close()]) };
}

type BenchLeads = Awaited<ReturnType<typeof openLeads>>;

/** A lead in seven is open, as after some years; of those, one in five waits for its first answer. */
async function fill(control: RunInControl, pool: pg.Pool, size: number): Promise<{ owner: string; stage_id: number }> {
  await pool.query("create table if not exists bench_leads (owner text, stage_id bigint)");
  const existing = await pool.query("select owner, stage_id::float8 from bench_leads");
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling a location with ${size.toLocaleString("en-US")} leads (once)`);
  const { dealer_id, location_id, owner } = await control("bench", addDealership);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set synchronous_commit = off");
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Ana', 'Person' || n, 'ana' || n || '@example.com', '+1909' || lpad(n::text, 7, '0')
     from generate_series(1, $3::int) n`,
    [dealer_id, location_id, size],
  );
  await client.query(
    `insert into leads (dealer_id, location_id, customer_id, kind, stage_id, owner_id, source, first_name, last_name, email, phone,
       received_at, inquired_at, first_response_at, response_business_seconds, closed_at, outcome, value, to_contacted_at, to_set_at)
     select c.dealer_id, c.location_id, c.id, 'sales', s.id, (select min(id) from users where dealer_id = $1),
       'Source ' || n.n % 12, c.first_name, c.last_name, c.email, c.phone, n.at, n.at,
       case when n.n % 35 <> 0 then n.at + interval '9 minutes' end, case when n.n % 35 <> 0 then n.n % 3600 end, case when s.kind <> 'open' then n.at + interval '9 days' end,
       case s.kind when 'won' then 'sold' when 'lost' then 'lost' else '' end, 20000 + n.n % 30000,
       case when n.n % 35 <> 0 then n.at end, case when n.n % 3 = 0 then n.at end
     from customers c
       cross join lateral (select right(c.phone, 7)::int as n,
         now() - (right(c.phone, 7)::int * 7919 % $2::int) * interval '11 minutes' as at) n
       join lead_stages s on s.dealer_id = c.dealer_id
         and s.position = case when n.n % 7 = 0 then 1 + n.n / 7 % 5 else 6 + n.n % 2 end
     where c.dealer_id = $1`,
    [dealer_id, size],
  );
  await client.query(
    `insert into lead_vehicles (dealer_id, location_id, lead_id, position, interest, year, make, model, stock, price)
     select dealer_id, location_id, id, 0, 'buy', '2021', 'Honda', 'Accord', 'P' || id, value::text from leads where dealer_id = $1`,
    [dealer_id],
  );
  await client.query(
    `insert into lead_inquiries (dealer_id, location_id, lead_id, delivery, came_by, read_by, received_at)
     select dealer_id, location_id, id, 'bench ' || id, 'email', 'adf', received_at from leads where dealer_id = $1`,
    [dealer_id],
  );
  await client.query("vacuum analyze");
  await client.query(
    "insert into bench_leads select $1, id from lead_stages where dealer_id = $2 and name = 'Negotiating'",
    [owner, dealer_id],
  );
  client.release();
  return (await pool.query("select owner, stage_id::float8 from bench_leads")).rows[0];
}

const columns = [{ data: "received_at" }];
const table = ({ post }: BenchLeads, body: object) =>
  post("/api/leads/dt", { draw: 1, length: 25, columns, order: [], search: { value: "" }, ...body });

const board = ({ post }: BenchLeads, body: object) => post("/api/leads/board", body);
const cards = ({ post, stage_id }: BenchLeads) =>
  post("/api/leads/board/cards", { stage_id, after: "7258118400000000.500" });

const figures = ({ post }: BenchLeads, period: string, location = "acting") =>
  post("/api/dashboard/leads", { period, location });
const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const lastWeek = { from_day: dayOf(7), to_day: dayOf(1) };

const workloads: readonly (readonly [work: string, run: (leads: BenchLeads) => Promise<unknown>])[] = [
  ["the open leads", (leads) => table(leads, { show: "open" })],
  ["those that nobody has answered", (leads) => table(leads, { show: "untouched" })],
  ["mine", (leads) => table(leads, { show: "mine" })],
  ["a stage", (leads) => table(leads, { show: "open", stage_id: leads.stage_id })],
  ["a source", (leads) => table(leads, { show: "open", source: "Source 3" })],
  ["all, the newest", (leads) => table(leads, { show: "all" })],
  ["the board", (leads) => board(leads, {})],
  ["the board of one person", (leads) => board(leads, { show: "mine", order: "newest" })],
  ["the board, the highest value first", (leads) => board(leads, { order: "value" })],
  ["further cards of a stage", (leads) => cards(leads)],
  ["the figures of a month", (leads) => figures(leads, "month")],
  ["the figures of seven days at all locations", (leads) => figures(leads, "days7", "all")],
  ["the leaderboard of a month", ({ post }) => post("/api/leaderboard", { period: "month" })],
  ["goals with what was reached", ({ post }) => post("/api/dashboard/goals", {})],
  [
    "the leads of a week that got an appointment",
    (leads) => table(leads, { show: "all", reached: "set", ...lastWeek }),
  ],
];

/** The chat list while all leads of its location go to somebody, 200 a transaction, against one while nothing changes. */
async function inboxBesideChange({ app, owner, post, size }: BenchLeads): Promise<boolean> {
  const { rows } = await app.pool.query<{ dealer_id: number; location_id: number; user_id: number }>(
    `select l.dealer_id::float8, l.location_id::float8, u.id::float8 as user_id from users u
     join leads l on l.dealer_id = u.dealer_id where u.email = $1 limit 1`,
    [owner],
  );
  const [place] = rows;
  if (!place) throw new Error("The location has no leads");
  const { dealer_id, location_id, user_id } = place;
  await app.pool.query(
    `insert into chats (dealer_id, location_id, customer_id, chat_time, new_message)
     select k.dealer_id, k.location_id, k.id, now(), 'See you then' from customers k
     where k.dealer_id = $1 and k.id % 20 = 0 and not exists
       (select from chats c where c.dealer_id = k.dealer_id and c.customer_id = k.id)`,
    [dealer_id],
  );
  const chats = () => post("/api/getAllChats/all/0", {});
  await timeRuns(50, chats);
  const alone = percentile(await timeRuns(300, chats), 0.95);
  // Back and forth, so that every lead changes in each run.
  await app.pool.query("update leads set owner_id = null where dealer_id = $1", [dealer_id]);
  const body = { all: 1, show: "all", to_owner_id: user_id };
  const { data } = JSON.parse(await post("/api/leads/bulk/assign", body)) as { data: { change: { id: number } } };
  let isDone = false;
  const started = performance.now();
  const changing = runChange(app.server, { dealer_id, location_id, change_id: data.change.id }).finally(() => {
    isDone = true;
  });
  const durations: number[] = [];
  while (!isDone) durations.push(...(await timeRuns(1, chats)));
  await changing;
  const seconds = (performance.now() - started) / 1_000;
  const { rows: changed } = await app.pool.query("select from leads where dealer_id = $1 and owner_id = $2", [
    dealer_id,
    user_id,
  ]);
  const beside = percentile(durations, 0.95);
  const ratio = beside / alone;
  console.log(`A change of ${changed.length} of ${size} leads took ${seconds.toFixed(0)} s.`);
  console.log(`The chat list meanwhile: 95 of 100 in ${beside.toFixed(1)} ms, alone in ${alone.toFixed(1)} ms.`);
  console.log(`${ratio.toFixed(2)} times, ${besideChange} at most: ${ratio <= besideChange ? "passed" : "missed"}`);
  return ratio <= besideChange;
}

const postgres = await startBenchPostgres();
const [small, big] = [await openLeads(postgres.url, 10_000), await openLeads(postgres.url, 100_000)];
const compared: Comparison[] = [];
for (const [work, run] of workloads) {
  const sides = { ours: () => run(big), peer: () => run(small) };
  compared.push(await compare({ work: `${work}: 100,000 leads against 10,000`, ...sides, times: 30, must: growth }));
}
const passed = printComparisons("Leads", compared) && (await inboxBesideChange(big));
for (const [work, run] of workloads) {
  const durations = await timeRuns(100, () => run(big));
  console.log(`${percentile(durations, 0.95).toFixed(1).padStart(6)} ms   95 of 100: ${work}`);
}
await Promise.all([small.close(), big.close()]);
await postgres.stop();
process.exit(passed ? 0 : 1);
