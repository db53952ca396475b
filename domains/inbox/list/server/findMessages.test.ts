import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;

/** Enough that a full scan costs more than the index. */
const messageCount = 60_000;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const other = await app.dealership();
  for (const { dealer_id, location_id } of [dealer, other]) {
    await app.pool.query(
      `with customer as (
         insert into customers (dealer_id, location_id, first_name, last_name, phone)
         values ($1, $2, 'Ann', 'Lee', '+12125550100') returning id
       )
       insert into chats (dealer_id, location_id, customer_id) select $1, $2, id from customer`,
      [dealer_id, location_id],
    );
  }
  // Chunked, because statements time out.
  const chunkSize = 10_000;
  for (let from = 0; from < messageCount / 2; from += chunkSize) {
    await app.pool.query(
      `insert into messages (dealer_id, chat_id, is_from_customer, message, state)
       select dealer_id, id, 1, 'Is the ' || case when n % 3 = 0 then 'westside' else 'other' end || ' one there? ' || n
         || case when dealer_id = $2 then ' theirs' when n < 100 then ' longago' else '' end
         || case when n < $1::int - 2500 then ' earlier' else '' end, 'received'
       from generate_series($3::int + 1, $3 + $4::int) n cross join chats`,
      [messageCount / 2, other.dealer_id, from, chunkSize],
    );
  }
  await app.pool.query("vacuum analyze messages, message_words, chats");
});
afterAll(() => app.close());

/** How a warmed-up search read the table: rows found, sequential scans, and rows fetched by index. */
async function readsOf(typed: string): Promise<{ found: number; scans: number; read: number }> {
  const client: pg.PoolClient = await app.pool.connect();
  const query = {
    name: `search ${typed}`,
    text: "select ids from messages_matching($1, 9000000000000000, 20, interval '10 seconds')",
    values: [[`%${typed}%`]],
  };
  const readCounts = async () =>
    (
      await client.query<{ scans: number; read: number }>(
        `select seq_scan::int as scans, idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'message_words'`,
      )
    ).rows[0] ?? { scans: 0, read: 0 };
  await client.query(
    `begin; set local role rooftop_app; set local app.dealer_id = '${dealer.dealer_id}'; set local app.location_id = '${dealer.location_id}'`,
  );
  for (let call = 0; call < 10; call++) await client.query(query);
  const before = await readCounts();
  const { rows } = await client.query<{ ids: number[] }>(query);
  const after = await readCounts();
  await client.query("rollback");
  client.release();
  return { found: rows[0]?.ids.length ?? 0, scans: after.scans - before.scans, read: after.read - before.read };
}

test.each([
  ["that a third of the messages have", "westside", 20],
  ["that no message has", "zyxwvut", 0],
  ["that only another business's messages have", "theirs", 0],
  ["that only the oldest messages have", "longago", 20],
  ["that all but the newest messages have", "earlier", 20],
  ["that one message has", "there? 777", 11],
])("a word %s is found without a full scan, even with a generic plan", async (_, typed, expected) => {
  const { found, scans, read } = await readsOf(typed);
  expect(scans).toBe(0);
  expect(read).toBeLessThan(5_000);
  expect(found).toBe(expected);
});

test("without a location nothing is found", async () => {
  const { rows } = await app.pool.query(
    "select ids from messages_matching(array['%westside%'], 9000000000000000, 20, interval '10 seconds')",
  );
  expect(rows).toEqual([{ ids: [] }]);
});

test("a search that ran out of time says where to continue", async () => {
  const client = await app.pool.connect();
  await client.query(
    `begin; set local role rooftop_app; set local app.dealer_id = '${dealer.dealer_id}'; set local app.location_id = '${dealer.location_id}'`,
  );
  const next = async (before: number) =>
    (
      await client.query<{ ids: number[]; looked_to: number | null }>(
        "select to_json(ids) as ids, looked_to from messages_matching(array['%longago%'], $1, 20, interval '0')",
        [before],
      )
    ).rows[0];
  const first = await next(9e15);
  expect(first).toMatchObject({ ids: [], looked_to: expect.any(Number) });
  const positions: number[] = [];
  for (let at = first?.looked_to ?? null; at !== null; ) {
    positions.push(at);
    const step = await next(at);
    if (step?.ids.length) expect(step.ids).toHaveLength(20);
    at = step?.ids.length ? null : (step?.looked_to ?? null);
  }
  expect(positions.length).toBeGreaterThan(5);
  await client.query("rollback");
  client.release();
});
