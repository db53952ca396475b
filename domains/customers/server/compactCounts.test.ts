import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customers } from "../contract.ts";
import { compactCounts } from "./page.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
});
afterAll(() => app.close());

const rows = async () => {
  const result = await app.pool.query(
    "select list_id::int, count(*)::int as rows, sum(change)::int as sum from customer_counts where dealer_id = $1 group by 1 order by 1",
    [dealership.dealer_id],
  );
  return result.rows;
};
const total = async () => (await owner(customers.table, { body: {} })).recordsTotal;

test("sums many changes into one row per location and list", async () => {
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) ids.push((await addCustomer(owner)).id);
  const { list_id } = (await owner(lists.add, { body: { title: "Spring" } })).data;
  for (const id of ids) await owner(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [id] } });
  await owner(customers.remove, { params: { id: ids[0] ?? 0 } });
  expect(await total()).toBe(4);
  await compactCounts(app.server);
  expect(await rows()).toEqual([
    { list_id: 0, rows: 1, sum: 4 },
    { list_id, rows: 1, sum: 4 },
  ]);
  expect(await total()).toBe(4);
});

test("keeps the sum right under concurrent changes and two concurrent compactions", async () => {
  const before = await total();
  const comeAndGo = Array.from({ length: 12 }, async (_, at) => {
    const { id } = await addCustomer(owner);
    if (at % 3 === 0) await owner(customers.remove, { params: { id } });
  });
  let done = false;
  const compacting = Array.from({ length: 2 }, async () => {
    while (!done) await compactCounts(app.server);
  });
  await Promise.all(comeAndGo).finally(() => {
    done = true;
  });
  await Promise.all(compacting);
  expect(await total()).toBe(before + 8);
  await compactCounts(app.server);
  expect((await rows())[0]).toEqual({ list_id: 0, rows: 1, sum: before + 8 });
});

test("leaves no row when the sum is zero", async () => {
  const { list_id } = (await owner(lists.add, { body: { title: "Autumn" } })).data;
  const { id } = await addCustomer(owner);
  await owner(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [id] } });
  await owner(lists.removeCustomers, { params: { id: list_id }, body: { customer_ids: [id] } });
  await compactCounts(app.server);
  expect((await rows()).map((row) => row.list_id)).not.toContain(list_id);
});
