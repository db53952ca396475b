import { afterAll, beforeAll, expect, test } from "vitest";
import { maxCountedLogRows } from "#core/server/positions.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { CallFilter } from "./filterStore.ts";
import { openCallLog } from "./store.ts";

let app: TestApp;
let dealer: Dealership;

const people = 22_000;

/** Far more calls than a page has, half of them at another location; the foreign keys dangle, which plans don't notice. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const { dealer_id, location_id, otherLocation_id } = dealer;
  const client = await app.pool.connect();
  await client.query("set session_replication_role = replica; set statement_timeout = 0");
  await client.query(
    `insert into customers (dealer_id, id, location_id, first_name, last_name, phone)
     select $1, n, case when n % 2 = 0 then $2::bigint else $3 end, 'Kim', 'No ' || n, '+1' || (2000000000 + n)
     from generate_series(1, $4::int) n`,
    [dealer_id, location_id, otherLocation_id, people],
  );
  await client.query(
    `insert into customer_counts (dealer_id, location_id, list_id, change) values ($1, $2, 0, $3), ($1, $4, 0, $3)`,
    [dealer_id, location_id, people / 2, otherLocation_id],
  );
  await client.query(
    `insert into calls (dealer_id, location_id, customer_id, from_number, to_number, sid, started_at, ended_at, state,
       recording_consent, source, spam)
     select $1, case when n % 2 = 0 then $2::bigint else $3 end, 1 + (n - 1) % $4, '+1' || (2000000000 + 1 + (n - 1) % $4),
       '+15185550199', n, now() - n * interval '1 minute', now() - (n - 0.5) * interval '1 minute',
       case when n > 2 * $4::int - 100 then 'voicemail' when n % 6 = 0 then 'missed' else 'answered' end, 1,
       case when n % 20 = 0 then 'Google' when n % 20 = 2 then 'Radio' else '' end, (n % 5000 = 0)::int
     from generate_series(1, 2 * $4::int) n`,
    [dealer_id, location_id, otherLocation_id, people],
  );
  await client.query("vacuum analyze customers, calls");
  client.release(true);
});
afterAll(() => app.close());

const open = (db: Parameters<typeof openCallLog>[0], asked: Partial<CallFilter>) =>
  openCallLog(db, { ...dealer, from: new Date(0), show: "all", source: "", search: undefined, ...asked });

const newest = { key: "started_at", dir: "desc", after: undefined, skip: 0, limit: 26 } as const;
const later = { ...newest, after: { value: Date.now() * 1000 - 6e11, id: 9e12 } };

const filters: [string, Partial<CallFilter>][] = [
  ["all calls", {}],
  ["incoming calls", { show: "incoming" }],
  ["outgoing calls, of which there are none", { show: "outgoing" }],
  ["missed calls", { show: "missed" }],
  ["the few voicemails, all of them old", { show: "voicemail" }],
  ["abandoned calls, of which there are none", { show: "abandoned" }],
  ["spam", { show: "spam" }],
  ["calls through a source", { source: "Google" }],
  ["a caller's calls", { search: { digits: "2000004000" } }],
  ["calls of an unknown phone", { search: { digits: "5185551234" } }],
  ["a part of a phone", { search: { digits: "0004000" } }],
  ["calls with a person of this name", { search: { name: "kim no 4000" } }],
  ["missed calls with a person", { show: "missed", search: { name: "kim no 4002" } }],
];

test.each(filters)("%s: a page reads little more than itself, and a count as far as it counts", async (_, asked) => {
  for (const plan of ["force_generic_plan", "force_custom_plan"] as const)
    for (const range of [newest, later]) {
      const reads = await rowsRead(app.pool, dealer, plan, async (db) => {
        const log = await open(db, asked);
        return [await log.read(range), await log.count()];
      });
      for (const { statement, rows, isCount } of reads)
        expect(rows, `${plan} ${statement}`).toBeLessThan(isCount ? 10_100 : 600);
    }
});

/** Which calls a search finds, by hand. */
async function recount(where: string) {
  const { rows } = await app.pool.query<{ id: number }>(
    `select c.id::float8 as id from calls c
       join customers p on p.dealer_id = c.dealer_id and p.id = c.customer_id
     where c.dealer_id = $1 and c.location_id = $2 and ${where} order by c.started_at desc, c.id desc`,
    [dealer.dealer_id, dealer.location_id],
  );
  return rows.map(({ id }) => id);
}

test.each([
  ["many calls by a part of their phones", { digits: "20000050" }, "c.from_number like '%20000050%'"],
  ["so many that they aren't listed", { digits: "200" }, "c.from_number like '%200%'"],
  ["many people", { name: "no 11" }, "customer_name ilike '%no 11%'"],
  ["so many people that they aren't listed", { name: "kim" }, "customer_name ilike '%kim%'"],
] as const)("%s: the pages are what a recount finds", async (_, search, where) => {
  const expected = await recount(where);
  await app.server.within.business(dealer, "a test", async ({ db }) => {
    const log = await open(db, { search });
    expect(await log.count()).toBe(Math.min(expected.length, maxCountedLogRows + 1));
    for (const skip of [0, 26, Math.max(0, expected.length - 20)].filter((one) => one <= 10_000)) {
      const page = await log.read({ ...newest, skip });
      expect(page.map(({ id }) => id)).toEqual(expected.slice(skip, skip + 26));
    }
  });
});
