import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { seedDealership } from "#sample/dealership.ts";
import { password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { clients, sampleDealership } from "./contract.ts";

/** The operator removes the sample dealership when the real business begins. */
let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
// The operator's password was asked a moment ago.
beforeEach(async () => {
  operator = await app.signIn((await app.operator()).email);
});

const seed = () => app.server.within.control("test", (unit) => seedDealership(unit, password, app.clock.now()));
const remove = (id: number) => operator(sampleDealership.remove, { params: { id } });

/** The number of each table's rows of a dealer, those without any left out. */
async function countedRows(dealer_id: number): Promise<Record<string, number>> {
  const tables = await app.pool.query<{ name: string }>(
    `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'dealer_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const found = await app.pool.query(`select from ${name} where dealer_id = $1`, [dealer_id]);
    if (found.rowCount) counts[name] = found.rowCount;
  }
  return counts;
}

test("a real client is refused, also by the database itself", async () => {
  const { dealer_id } = await app.dealership();
  const before = await countedRows(dealer_id);
  await expect(remove(dealer_id)).rejects.toMatchObject({ status: 409 });
  await expect(app.pool.query("select remove_sample($1)", [dealer_id])).rejects.toThrow("is not the sample");
  await expect(app.pool.query("update dealers set is_sample = 1 where id = $1", [dealer_id])).rejects.toThrow();
  expect(await countedRows(dealer_id)).toEqual(before);
});

test("the platform itself and clients that don't exist are not found", async () => {
  for (const id of [0, 999_999]) await expect(remove(id)).rejects.toMatchObject({ status: 404 });
});

test("the sample goes with all of its rows, its people are signed out, others keep theirs, and no start brings it back", async () => {
  expect(await seed()).toBe(true);
  const { dealer_id: real } = await app.dealership();
  const kept = await countedRows(real);
  const owner = await app.signIn("owner@demo.rooftop.test");
  const sample = (await operator(clients.table, { body: {} })).data.find(({ is_sample }) => is_sample === 1);
  if (!sample) throw new Error("No client is marked as the sample");
  expect(Object.keys(await countedRows(sample.id)).length).toBeGreaterThan(20);

  expect(await remove(sample.id)).toMatchObject({ status: "success", message: "Sample data removed" });

  expect(await countedRows(sample.id)).toEqual({});
  expect(await countedRows(real)).toEqual(kept);
  await expect(owner(accounts.profile)).rejects.toMatchObject({ status: 401 });
  expect(app.events.disconnected.length).toBeGreaterThan(0);
  const phones = await app.pool.query("select from simulated_messages");
  expect(phones.rowCount).toBe(0);
  expect(await seed()).toBe(false);
  const trail = await app.pool.query(
    "select dealer_id, user_id from audit_log where action = 'removed the sample dealership'",
  );
  expect(trail.rows).toMatchObject([{ dealer_id: 0 }]);
  await expect(remove(sample.id)).rejects.toMatchObject({ status: 404 });
});

test("rows that are never deleted stay, whoever asks, unless they are the sample's", async () => {
  const { dealer_id } = await app.dealership();
  await app.server.within.control("test", async ({ db }) => {
    await db.insertInto("audit_log").values({ dealer_id, action: "x", subject: "y", user_id: null }).execute();
    await db.deleteFrom("audit_log").where("dealer_id", "=", dealer_id).execute();
  });
  expect((await countedRows(dealer_id)).audit_log).toBeGreaterThan(0);
});
