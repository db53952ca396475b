import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { customers } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());

test("a DataTables request for all rows gets 500 at most, with its draw, and says when there are more", async () => {
  const dealer = await app.dealership();
  const call = await app.signIn(dealer.manager);
  const add = (from: number, to: number) =>
    app.pool.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, 'Jo', 'No ' || n, '+1212' || (5550000 + n) from generate_series($3::int, $4::int) n`,
      [dealer.dealer_id, dealer.location_id, from, to],
    );
  const all = (start = 0, length = -1) => call(customers.table, { body: { length, start, draw: 9 } });
  await add(1, 500);
  const whole = await all();
  expect(whole).toMatchObject({ draw: 9, recordsTotal: 500, recordsFiltered: 500 });
  expect(whole.data).toHaveLength(500);
  expect(whole).not.toHaveProperty("truncated");
  await add(501, 503);
  const cut = await all();
  expect(cut).toMatchObject({ draw: 9, recordsTotal: 503, recordsFiltered: 503, truncated: true });
  expect(cut.data).toHaveLength(500);
  const rest = await all(500);
  expect(rest.data).toHaveLength(3);
  expect(rest).not.toHaveProperty("truncated");
  expect(await all(0, 25)).not.toHaveProperty("truncated");
  for (const length of [-2, 0, 501, 1.5]) await expect(all(0, length)).rejects.toMatchObject({ status: 422 });
});
