import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#core/server/unitOfWork.ts";
import { storeInBulk } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { doneIn, goalsIn } from "../../goals/server/store.ts";
import { bucketIn } from "../../server/store.ts";
import { countedLeads, countLeads, leadSeries, leadsByOwner, spendBetween } from "./store.ts";

const count = 12_000;
/** One lead an hour, of which the last of a week are asked for. */
const until = new Date("2026-11-20T00:00:00Z");
const week = { from: new Date(until.getTime() - 168 * 3_600_000), to: until };
let app: TestApp;
let dealer: Dealership;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  await storeInBulk(app.pool, ["leads"], async (client) => {
    await client.query(
      `insert into leads (dealer_id, location_id, kind, stage_id, owner_id, source, received_at, inquired_at, first_response_at,
         response_business_seconds, closed_at, outcome, to_contacted_at, to_set_at)
       select $1, $2, 'sales', s.id, (select min(id) from users where dealer_id = $1), 'Source ' || n % 5, at, at,
         at + interval '5 minutes', 300, case when s.kind <> 'open' then at + interval '2 days' end,
         case s.kind when 'won' then 'sold' when 'lost' then 'lost' else '' end, at, case when n % 3 = 0 then at end
       from generate_series(1, $3::int) n
         cross join lateral (select $4::timestamptz - n * interval '1 hour' as at) t
         join lead_stages s on s.dealer_id = $1 and s.position = 1 + n % 7`,
      [dealer.dealer_id, dealer.location_id, count, until],
    );
  });
});
afterAll(() => app.close());

const here = () => ({ dealer_id: dealer.dealer_id, location_id: dealer.location_id });
const everywhere = () => ({ dealer_id: dealer.dealer_id, location_id: null });
const asked: readonly (readonly [what: string, ask: (db: Db) => Promise<unknown>])[] = [
  ["the leads and their sources", (db) => countLeads(db, here(), week)],
  ["those of all locations", (db) => countLeads(db, everywhere(), week)],
  ["the chart", (db) => leadSeries(db, here(), week, bucketIn(false, "America/New_York"))],
  ["each member's", (db) => leadsByOwner(db, here(), week)],
  ["what members reached", (db) => doneIn(db, here(), week)],
  ["what one member reached", (db) => doneIn(db, here(), week, 1)],
  ["goals", (db) => goalsIn(db, here(), "2026-11")],
  ["spend", (db) => spendBetween(db, here(), { first: "2026-11-01", last: "2026-11-20" })],
  ["a figure's rows", (db) => countedLeads(db, { scope: here(), range: week, reached: "set" }).execute()],
];

test.each(asked)("%s read what the week holds, however many leads there are", async (_, ask) => {
  for (const plan of ["force_custom_plan", "force_generic_plan"] as const) {
    const reads = await rowsRead(app.pool, dealer, plan, ask);
    for (const { rows, statement } of reads) expect(rows, `${plan}: ${statement}`).toBeLessThan(count / 8);
  }
});
