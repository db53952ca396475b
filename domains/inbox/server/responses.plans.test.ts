import { afterAll, beforeAll, expect, test } from "vitest";
import { storeInBulk } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;
const ids = () => [dealer.dealer_id, dealer.location_id];

/** Enough rows that an index pays off. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  await storeInBulk(app.pool, ["chats", "responses"], async (client) => {
    await client.query(
      `insert into chats (dealer_id, location_id, customer_id, is_replied, is_closed, waiting_since)
       select $1, $2, n, (n % 50 <> 0)::int, (n % 100 = 0)::int, case when n % 50 = 0 then now() - n * interval '1 second' end
       from generate_series(1, 20000) n`,
      ids(),
    );
    await client.query(
      `insert into responses (dealer_id, location_id, chat_id, message_id, user_id, waiting_since, answered_at, business_seconds)
       select $1 + n % 10, $2 + n % 10, n % 5000, n, n % 100, now() - n * interval '10 minutes', now() - n * interval '9 minutes', 60
       from generate_series(1, 50000) n`,
      ids(),
    );
  });
});
afterAll(() => app.close());

/** The query plan of a statement, in the location's scope or as the platform. */
async function planOf(statement: string, role: "rooftop_app" | "rooftop_platform"): Promise<string> {
  const client = await app.pool.connect();
  const [dealer_id, location_id] = ids();
  await client.query(
    `begin; set local role ${role}; set local app.dealer_id = '${dealer_id}'; set local app.location_id = '${location_id}'`,
  );
  const { rows } = await client.query(`explain (format json) ${statement}`);
  await client.query("rollback");
  client.release();
  return JSON.stringify(rows);
}

test.each([
  [
    "chats_waiting",
    "rooftop_platform",
    (): string => "select dealer_id, id from chats where waiting_since < now() - interval '5 hours' and is_closed = 0",
  ],
  [
    "responses_of_location",
    "rooftop_app",
    (): string =>
      `select user_id, percentile_cont(0.5) within group (order by business_seconds) from responses
       where dealer_id = ${ids()[0]} and location_id = ${ids()[1]} and answered_at > now() - interval '7 days' group by 1`,
  ],
  [
    "responses_of_user",
    "rooftop_app",
    (): string =>
      `select count(*) from responses where dealer_id = ${ids()[0]} and user_id = 10 and answered_at > now() - interval '7 days'`,
  ],
  [
    "responses_of_chat",
    "rooftop_app",
    (): string => `select id from responses where dealer_id = ${ids()[0]} and chat_id = 10`,
  ],
] as const)("the index %s serves its query", async (index, role, statement) => {
  const plan = await planOf(statement(), role);
  expect(plan).toContain(`"${index}"`);
  expect(plan).not.toContain('"Seq Scan"');
});
