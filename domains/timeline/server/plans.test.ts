import { afterAll, beforeAll, expect, test } from "vitest";
import { orNotFound } from "#core/failure.ts";
import { storeInBulk } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mostEntries } from "../contract.ts";
import { rowsFor, sources } from "../rules.ts";
import { countSources, findSubject, readComing, readSources, type TimelineSubject } from "./store.ts";

const count = 20_000;
let app: TestApp;
let dealer: Dealership;
let customer_id: number;

/** A customer with thousands of texts, calls, ended tasks, visits and moves of leads, among others of the location. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const key = [dealer.dealer_id, dealer.location_id, count];
  const tables = ["customers", "chats", "messages", "calls", "tasks", "appointments", "leads", "lead_moves"];
  await storeInBulk(app.pool, tables, async (client) => {
    const { rows } = await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, 'Ann', 'Lee' || n, '+1909' || lpad(n::text, 7, '0') from generate_series(1, $3::int / 10) n returning id::float8`,
      key,
    );
    customer_id = rows[0].id;
    await client.query(
      `insert into chats (dealer_id, location_id, customer_id)
       select dealer_id, location_id, id from customers where dealer_id = $1 and location_id = $2 and $3 > 0`,
      key,
    );
    // Half are of one customer, the others of the rest.
    const whose = `(case when n % 2 = 0 then ${customer_id} else ${customer_id} + n % ($3::int / 10) end)`;
    const at = "now() - interval '1 day' - n * interval '17 minutes'";
    await client.query(
      `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
       select $1, c.id, n % 2, 'Is it there?', 'received', ${at}
       from generate_series(1, $3::int) n join chats c on c.dealer_id = $1 and c.location_id = $2 and c.customer_id = ${whose}`,
      key,
    );
    await client.query(
      `insert into calls (dealer_id, location_id, customer_id, sid, from_number, to_number, started_at, state, recording_consent)
       select $1, $2, ${whose}, 'CA' || n, '+19095550142', '+19095550143', ${at}, 'answered', 1 from generate_series(1, $3::int) n`,
      key,
    );
    await client.query(
      `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at)
       select $1, $2, 'hand', 'Call', ${whose}, ${at}, 'done', ${at}, ${at} from generate_series(1, $3::int) n`,
      key,
    );
    await client.query(
      `insert into appointments (dealer_id, location_id, customer_id, title, type, datetime, created_by, status)
       select $1, $2, ${whose}, 'Visit', 0, ${at}, 1, 1 from generate_series(1, $3::int) n`,
      key,
    );
    await client.query(
      `insert into leads (dealer_id, location_id, customer_id, kind, stage_id, received_at, inquired_at)
       select $1, $2, ${customer_id} + n / 2, 'sales', 1, now(), now() from generate_series(1, $3::int / 10) n`,
      key,
    );
    await client.query(
      `insert into lead_moves (dealer_id, location_id, lead_id, at, reason, to_stage_id)
       select $1, $2, (select min(id) from leads where dealer_id = $1) + n % 20, ${at}, 'hand', 1 from generate_series(1, $3::int) n`,
      key,
    );
  });
});
afterAll(() => app.close());

const plans = ["force_custom_plan", "force_generic_plan"] as const;

/** Two reads in the location's scope: whose timeline it is, then what of it. */
async function readsOf(
  plan: (typeof plans)[number],
  read: (subject: TimelineSubject) => Parameters<typeof rowsRead>[3],
) {
  const found: TimelineSubject[] = [];
  await rowsRead(app.pool, dealer, plan, async (db) =>
    found.push(orNotFound(await findSubject(db, dealer, customer_id))),
  );
  const [subject] = found;
  return rowsRead(app.pool, dealer, plan, read(orNotFound(subject)));
}

const range = { sources, search: "", entries: mostEntries, now: new Date() };
/** A page of each source, with what finds it: parts, and leads of the customer. */
const most = sources.reduce((sum, source) => sum + 4 * (rowsFor(source, mostEntries) + 1), 200);

test.each(plans)("a page reads no more of each source than it can show (%s)", async (plan) => {
  const deep = { at_us: (Date.now() - 90 * 86_400_000) * 1000, place: 0, id: 1 };
  for (const after of [undefined, deep]) {
    const reads = await readsOf(plan, (subject) => (db) => readSources(db, subject, { ...range, after }));
    expect(reads).toHaveLength(1);
    for (const { rows } of reads) expect(rows).toBeLessThan(most);
  }
});

test.each(plans)(
  "counts read the customer's own rows alone, and what is coming none that happened (%s)",
  async (plan) => {
    const [counted] = await readsOf(plan, (subject) => (db) => countSources(db, subject, new Date()));
    expect(counted?.rows).toBeLessThan(3.5 * count);
    const [coming] = await readsOf(plan, (subject) => (db) => readComing(db, subject, new Date()));
    expect(coming?.rows).toBeLessThan(100);
  },
);
