import { afterAll, beforeAll, expect, test } from "vitest";
import { customersPage } from "#domains/customers/server/page.ts";
import { storeInBulk } from "#testing/bulkRows.ts";
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
    await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone, custom)
       select $1, $2, 'Ann', 'Lee' || n, '+1909' || lpad(n::text, 7, '0'),
         jsonb_build_object('plan', case when n % 20000 = 0 then 'Rare' else 'Gold' end, 'miles', (n % 1000)::text)
           || case when n % 20000 = 0 then '{"vin": "1HGCM82633A004352"}'::jsonb else '{}' end
       from generate_series(1, $3::int) n`,
      [dealer.dealer_id, dealer.location_id, people],
    );
  });
});
afterAll(() => app.close());

const pageOf = (custom: CustomFilter) =>
  ({ start: 0, length: 20, search: { value: "" }, order: [], columns: [], custom: [custom] }) as never;
const filters: [string, CustomFilter, number][] = [
  ["a rare value", { key: "plan", comparison: "is", value: "Rare", to: "" }, 5],
  ["a value that nobody has", { key: "plan", comparison: "is", value: "Silver", to: "" }, 0],
  ["a part of a rare field", { key: "vin", comparison: "contains", value: "gcm8", to: "" }, 5],
  ["any value of a rare field", { key: "vin", comparison: "filled", value: "", to: "" }, 5],
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

test("the function behind it reads the index of own fields", async () => {
  const client = await app.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_indexscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain select * from customers as c where c.dealer_id = ${dealer.dealer_id} and c.location_id = ${dealer.location_id}
         and c.deleted_at is null and c.custom <> '{}' and c.custom @> '{"plan": "Rare"}'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("customers_custom");
  } finally {
    await client.query("rollback");
    client.release();
  }
});
