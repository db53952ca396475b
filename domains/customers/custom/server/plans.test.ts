import { afterAll, beforeAll, expect, test } from "vitest";
import { customersPage } from "#domains/customers/server/page.ts";
import { storeInBulk, storePeople } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { CustomFilter } from "../rules.ts";

const people = 100_000;
let app: TestApp;
let dealer: Dealership;

/** Everybody has a plan and miles; every 20,000th has a rare value. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  await storeInBulk(app.pool, ["customers"], async (client) => {
    await storePeople(client, dealer, people);
    await client.query(
      `update customers set custom = jsonb_build_object('plan', case when id % 20000 = 0 then 'Rare' else 'Gold' end,
         'miles', (id % 1000)::text) || case when id % 20000 = 0 then '{"vin": "1HGCM82633A004352"}' else '{}'::jsonb end
       where dealer_id = $1`,
      [dealer.dealer_id],
    );
  });
  await app.pool.query("vacuum analyze customers");
});
afterAll(() => app.close());

const pageOf = (custom: CustomFilter) => ({ start: 0, length: 20, search: { value: "" }, custom }) as never;
const filters: [string, CustomFilter, number][] = [
  ["a rare value", { key: "plan", comparison: "is", value: "Rare", to: "" }, 5],
  ["a value that nobody has", { key: "plan", comparison: "is", value: "Silver", to: "" }, 0],
  ["a part of a rare field", { key: "vin", comparison: "contains", value: "gcm8", to: "" }, 5],
  ["a common value", { key: "plan", comparison: "is", value: "Gold", to: "" }, 10_000],
];

test.each(filters)("100,000 customers are filtered by %s without reading all of them", async (_, custom, count) => {
  for (const plan of ["force_custom_plan", "force_generic_plan"] as const) {
    let found = -1;
    const read = await rowsRead(app.pool, dealer, plan, async (db) => {
      found = (await customersPage(db, dealer, pageOf(custom))).recordsFiltered;
    });
    expect(found).toBe(count);
    for (const { statement, rows } of read) expect(rows, statement).toBeLessThan(count === 10_000 ? 25_000 : 3_000);
  }
});
