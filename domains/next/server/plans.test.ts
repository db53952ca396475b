import { afterAll, beforeAll, expect, test } from "vitest";
import { storeInBulk } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { countDone, countEntries, countSnoozed, type QueueFilter, readQueue, waitsWith } from "./store.ts";

const count = 24_000;
let app: TestApp;
let dealer: Dealership;

/** A location whose customers each have a conversation, a lead and a task; a few of them wait. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const key = [dealer.dealer_id, dealer.location_id, count];
  const tables = ["customers", "chats", "messages", "leads", "tasks", "responses", "calls", "lead_inquiries"];
  await storeInBulk(app.pool, tables, async (client) => {
    await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, 'Ann', 'Lee' || n, '+1909' || lpad(n::text, 7, '0') from generate_series(1, $3::int) n`,
      key,
    );
    await client.query(
      `insert into chats (dealer_id, location_id, customer_id, is_replied, waiting_since, latest_chat_message_sent_time)
       select dealer_id, location_id, id, (id % 2400 <> 0)::int, case when id % 2400 = 0 then now() - id * interval '1 minute' end,
         now() - interval '9 days' from customers where dealer_id = $1 and location_id = $2 and $3 > 0`,
      key,
    );
    await client.query(
      `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
       select c.dealer_id, c.id, m % 2, 'Is it there?', 'received', now() - interval '8 days' + m * interval '1 hour'
       from chats c, generate_series(1, 2) m where c.dealer_id = $1 and c.location_id = $2 and $3 > 0`,
      key,
    );
    await client.query(
      `insert into leads (dealer_id, location_id, customer_id, kind, stage_id, received_at, inquired_at, first_response_at)
       select c.dealer_id, c.location_id, c.id, 'sales', s.id, now() - c.id * interval '3 minutes', now(),
         case when c.id % 2400 <> 1 then now() end
       from customers c join lead_stages s on s.dealer_id = c.dealer_id and s.name = 'New'
       where c.dealer_id = $1 and c.location_id = $2 and $3 > 0`,
      key,
    );
    await client.query(
      `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at)
       select dealer_id, location_id, 'hand', 'Call', id, now() - interval '1 day', case when id % 2400 = 2 then 'open' else 'done' end,
         now() - interval '9 days', case when id % 2400 <> 2 then now() - interval '8 days' end
       from customers where dealer_id = $1 and location_id = $2 and $3 > 0`,
      key,
    );
    await client.query(
      `insert into responses (dealer_id, location_id, chat_id, message_id, user_id, waiting_since, answered_at, business_seconds)
       select dealer_id, location_id, id, id, 1, now() - interval '9 days', now() - interval '8 days', 60
       from chats where dealer_id = $1 and location_id = $2 and $3 > 0`,
      key,
    );
  });
});
afterAll(() => app.close());

const filterOf = (): QueueFilter => ({
  dealer_id: dealer.dealer_id,
  location_id: dealer.location_id,
  now: new Date(),
  day_ends: new Date(Date.now() + 86_400_000),
  whose: { user_id: 1, withUnassigned: true },
  snoozed: false,
});

test.each([
  ["the queue", (db) => readQueue(db, filterOf())],
  ["its count", (db) => countEntries(db, filterOf())],
  ["what is snoozed", (db) => countSnoozed(db, filterOf())],
  ["what was done today", (db) => countDone(db, dealer, 1, new Date(Date.now() - 86_400_000))],
  ["what waits with an entry", (db) => waitsWith(db, filterOf(), { subject: "lead", id: 1 })],
] satisfies [string, Parameters<typeof rowsRead>[3]][])("%s reads what waits, not what is there", async (_, read) => {
  for (const plan of ["force_custom_plan", "force_generic_plan"] as const) {
    const reads = await rowsRead(app.pool, dealer, plan, read);
    expect(reads.length).toBeGreaterThan(0);
    for (const { rows } of reads) expect(rows).toBeLessThan(count / 2);
  }
});
