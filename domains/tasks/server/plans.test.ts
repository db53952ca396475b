import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DB } from "#database/types.ts";
import { storeInBulk } from "#testing/bulkRows.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { endedAppointments, findChangeRequests, findNoShows, findUnconfirmed, findUnrecorded } from "./causeStore.ts";

let app: TestApp;
let queries: CompiledQuery[] = [];
let db: Kysely<DB>;

/** Much history with few relevant rows. */
beforeAll(async () => {
  app = await startTestApp();
  await storeInBulk(app.pool, ["customers", "messages", "chats", "appointments", "calls", "tasks"], async (client) => {
    await client.query(
      `insert into chats (dealer_id, location_id, customer_id, is_replied, is_closed, waiting_since)
       select 1 + n % 100, 1 + n % 100, n, (n % 100 <> 0)::int, 0, case when n % 100 = 0 then now() - n * interval '1 second' end
       from generate_series(1, 8000) n`,
    );
    await client.query(
      `insert into appointments (dealer_id, location_id, title, customer_id, datetime, status, created_by)
       select 1 + n % 100, 1 + n % 100, 'Visit', n, now() + interval '20 days' - n * interval '10 minutes', 1 + (n % 10 = 0)::int, 1
       from generate_series(1, 8000) n`,
    );
    await client.query(
      `insert into appointments
         (dealer_id, location_id, title, customer_id, datetime, status, confirmed_at, change_asked_at, created_by)
       select 1 + n % 100, 1 + n % 100, 'Visit', n, now() + (n - 8000) * interval '7 minutes' + interval '1 minute', 0, now(),
         case when n % 1000 = 0 then now() end, 1 from generate_series(8001, 11000) n`,
    );
    await client.query(
      `insert into calls (dealer_id, location_id, chat_id, message_id, sid, from_number, to_number, recording_consent, started_at, state)
       select 1 + n % 100, 1 + n % 100, n, n, n, '', '', 1, now() - n * interval '10 minutes', 'missed' from generate_series(1, 8000) n`,
    );
    await client.query(
      `insert into tasks (dealer_id, location_id, rule, cause, description, chat_id, appointment_id, since, due_at, state, created_at, ended_at)
       select 1 + n % 100, 1 + n % 100, (array['unreplied', 'missed_call', 'no_show', 'unconfirmed'])[1 + n % 4], n, 'Call', n, n, now(), now(),
         case when n % 200 = 0 then 'open' else 'done' end, now(), case when n % 200 = 0 then null else now() end
       from generate_series(1, 8000) n`,
    );
    await client.query(
      `insert into customers (dealer_id, id, location_id, first_name, last_name, phone)
       select 1 + n % 100, n, 1 + n % 100, 'Ann', 'Lee', n from generate_series(1, 11000) n`,
    );
    await client.query(
      `insert into messages (dealer_id, id, chat_id, is_from_customer, message, state)
       select 1 + n % 100, n, n, 1, 'Missed call', 'received' from generate_series(1, 8000) n`,
    );
  });
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query }) => void queries.push(query),
  });
});
afterAll(() => app.close());

test.each([
  ["no shows", (now: Date) => findNoShows(db, now), "appointments_missed"],
  ["appointments that are not confirmed", (now: Date) => findUnconfirmed(db, now), "appointments_unconfirmed"],
  ["appointments to be moved", (now: Date) => findChangeRequests(db, now), "appointments_change_asked"],
  ["appointments without an outcome", (now: Date) => findUnrecorded(db, now), "appointments_pending"],
  ["tasks whose appointment is over", (now: Date) => endedAppointments(db, now), "tasks_watched"],
] as const)("%s are found by the partial index, whatever the parameters", async (_, run, index) => {
  queries = [];
  await run(new Date());
  const [query] = queries;
  const client = await app.pool.connect();
  // Like a statement that was prepared once and runs every minute.
  await client.query("begin; set local plan_cache_mode = force_generic_plan");
  await client.query(`prepare asked as ${query?.sql}`);
  const parameters = (query?.parameters ?? []).map((one) =>
    client.escapeLiteral(one instanceof Date ? one.toISOString() : String(one)),
  );
  const { rows } = await client.query(
    `explain (format json) execute asked${parameters.length > 0 ? `(${parameters})` : ""}`,
  );
  await client.query("rollback; deallocate asked");
  client.release();
  expect(JSON.stringify(rows)).toContain(`"${index}"`);
});
