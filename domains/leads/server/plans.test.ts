import { afterAll, beforeAll, expect, test } from "vitest";
import { storeInBulk } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { clocksUntil, leadsToAssign, loadsOf, locationsToAssign } from "../assignment/server/store.ts";
import { boardOrders } from "../board/contract.ts";
import { countColumns, readCards } from "../board/server/store.ts";
import { leadViews } from "../contract.ts";
import { readLeads } from "./tableStore.ts";

const count = 6_000;
let app: TestApp;
let dealer: Dealership;

const plans = ["force_custom_plan", "force_generic_plan"] as const;
const none = {
  stage_id: undefined,
  owner_id: undefined,
  customer_id: undefined,
  kind: "",
  source: "",
  search: "",
  no_source: false,
  reached: "",
  dated: "received",
  from: undefined,
  to: undefined,
} as const;

/** A location whose customers each have a lead; one in twelve is open. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const key = [dealer.dealer_id, dealer.location_id, count];
  await storeInBulk(app.pool, ["customers", "leads", "lead_vehicles", "lead_inquiries"], async (client) => {
    await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, 'Ann', 'Lee' || n, '+1909' || lpad(n::text, 7, '0') from generate_series(1, $3::int) n`,
      key,
    );
    await client.query(
      `insert into leads (dealer_id, location_id, customer_id, kind, stage_id, source, received_at, inquired_at, closed_at, outcome)
       select c.dealer_id, c.location_id, c.id, 'sales', s.id, 'Source ' || c.id % 5, at, at, case when s.kind <> 'open' then at end,
         case when s.kind <> 'open' then 'lost' else '' end
       from customers c
         join lead_stages s on s.dealer_id = c.dealer_id and s.name = case when c.id % 12 = 0 then 'New' else 'Lost' end
         cross join lateral (select now() - c.id * interval '7 minutes' as at) t
       where c.dealer_id = $1 and c.location_id = $2 and $3 > 0`,
      key,
    );
    await client.query(
      `insert into lead_vehicles (dealer_id, location_id, lead_id, position, interest)
       select dealer_id, location_id, id, 0, 'buy' from leads`,
    );
    await client.query(
      `insert into lead_inquiries (dealer_id, location_id, lead_id, delivery, came_by, read_by, received_at)
       select dealer_id, location_id, id, id::text, 'email', 'adf', received_at from leads`,
    );
  });
});
afterAll(() => app.close());

test.each(leadViews)("a page of the view %s reads little more than what it shows", async (show) => {
  const { dealer_id, location_id } = dealer;
  for (const key of ["received_at", "waiting"] as const) {
    const dir = key === "waiting" ? "asc" : "desc";
    const range = { key, dir, after: undefined, skip: 0, limit: 26 } as const;
    for (const plan of plans) {
      const reads = await rowsRead(app.pool, dealer, plan, (db) =>
        readLeads(db, { dealer_id, location_id, show, user_id: 1, ...none }, range),
      );
      expect(reads.length).toBeGreaterThan(0);
      for (const { rows } of reads) expect(rows).toBeLessThan(count / 2);
    }
  }
});

test("what each minute asks of assignment reads little more than the leads that wait and the clocks that run", async () => {
  const { dealer_id, location_id } = dealer;
  const open = "select id from leads where dealer_id = $1 and closed_at is null order by id limit 3";
  const waiting = "update leads set assignment = 'waiting' where id in";
  await app.pool.query(`${waiting} (${open})`, [dealer_id]);
  const running =
    "update leads set answer_due_at = now(), owner_id = (select min(id) from users where dealer_id = $1) where id in";
  await app.pool.query(`${running} (${open} offset 10)`, [dealer_id]);
  const { rows: people } = await app.pool.query<{ id: number }>("select id from users where dealer_id = $1", [
    dealer_id,
  ]);
  const ids = people.map(({ id }) => Number(id));
  const reads = await rowsRead(app.pool, dealer, "force_generic_plan", async (db) => {
    expect(await locationsToAssign(db)).toHaveLength(1);
    expect(await leadsToAssign(db, dealer, 0, 500)).toHaveLength(3);
    expect(await clocksUntil(db, new Date("2999-01-01"), 500)).toHaveLength(3);
    await loadsOf(db, { dealer_id, location_id }, ids, new Date(0));
  });
  expect(reads).toHaveLength(4);
  for (const { rows, statement } of reads) expect(rows, statement).toBeLessThan(count / 20);
});
test.each(boardOrders)(
  "a column of the board by %s reads its cards alone, and its counts the open leads",
  async (order) => {
    const { dealer_id, location_id } = dealer;
    const { rows } = await app.pool.query("select id::float8 from lead_stages where dealer_id = $1 and name = 'New'", [
      dealer_id,
    ]);
    const stage = { id: rows[0].id, kind: "open" } as const;
    const closed_since = new Date(Date.now() - 86_400_000);
    const filter = { dealer_id, location_id, show: "open", user_id: 1, order, closed_since, ...none } as const;
    for (const plan of plans) {
      for (const after of [undefined, { value: order === "value" ? 0 : Date.now() * 1_000, id: count }]) {
        const reads = await rowsRead(app.pool, dealer, plan, (db) => readCards(db, filter, stage, after));
        for (const { rows } of reads) expect(rows).toBeLessThan(count / 8);
      }
      const counts = await rowsRead(app.pool, dealer, plan, (db) => countColumns(db, filter));
      for (const { rows } of counts) expect(rows).toBeLessThan(count / 2);
    }
  },
);
