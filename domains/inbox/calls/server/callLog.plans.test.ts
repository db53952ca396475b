import { afterAll, beforeAll, test } from "vitest";
import { storeInBulk, storePeople } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { expectFewRowsRead, expectRecountedLog } from "#testing/logReads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type CallFilter, openCallLog } from "./callLogStore.ts";

let app: TestApp;
let dealer: Dealership;

const people = 22_000;

/** Far more calls than a page has, half of them at another location. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const { dealer_id, location_id, otherLocation_id } = dealer;
  await storeInBulk(app.pool, ["customers", "calls"], async (client) => {
    await storePeople(client, dealer, people);
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
  });
});
afterAll(() => app.close());

const open = (db: Parameters<typeof openCallLog>[0], asked: Partial<CallFilter>) =>
  openCallLog(db, { ...dealer, from: new Date(0), show: "all", source: "", search: undefined, ...asked });

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
  ["calls with a person of this name", { search: { words: ["kim", "4000"] } }],
  ["missed calls with a person", { show: "missed", search: { words: ["kim", "4002"] } }],
];

test.each(filters)("%s: a page reads little more than itself, and a count as far as it counts", (_, asked) =>
  expectFewRowsRead(app, dealer, "started_at", (db) => open(db, asked)),
);

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
  ["many people", { words: ["no", "11"] }, "search_text like all ('{%no%,%11%}')"],
  ["so many people that they aren't listed", { words: ["kim"] }, "search_text like '%kim%'"],
] as const)("%s: the pages are what a recount finds", async (_, search, where) =>
  expectRecountedLog(app, dealer, "started_at", (db) => open(db, { search }), await recount(where)),
);
