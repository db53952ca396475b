import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { next } from "#domains/next/contract.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

const people = 100_000;
let app: TestApp;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app?.close());

const count = async (what: string) => {
  const { rows } = await app.pool.query(`select count(*)::int as n from ${what}`, [dealer.dealer_id]);
  return rows[0].n as number;
};
const live = "leads where dealer_id = $1 and deleted_at is null";

test("100,000 rows bring 100,000 leads, once, and take them away again", { timeout: 900_000 }, async () => {
  const rows = Array.from(
    { length: people },
    (_, at) => `P${at},909${2_000_000 + at},${at % 3 ? "New" : "Sold"},Radio`,
  );
  const bytes = `Name,Phone,Stage,Source\n${rows.join("\n")}`;
  const send = async () => (await sendFile(app.http, await app.token(dealer.manager), { bytes })).data.upload;
  const run = async (upload_id: number) => {
    await manager(uploads.copyFromTemp, { body: { upload_id } });
    await app.jobs.runAll();
    return (await manager(uploads.one, { params: { id: upload_id } })).data;
  };
  const { id, counts } = await send();
  expect(counts).toMatchObject({ fine: people, leads: people });
  const done = await run(id);
  expect(done.counts).toMatchObject({ added: people, leads_added: people, leads_joined: 0 });
  expect(await count(live)).toBe(people);
  expect(await count("notifications where dealer_id = $1 and kind = 'lead'")).toBe(0);
  expect((await manager(next.queue, { body: { queue: "everyone" } })).data.entries).toEqual([]);
  // As autovacuum does within a minute.
  await app.pool.query("analyze leads, customers, lead_inquiries, lead_vehicles, lead_moves");
  const first = await manager(customers.table, {
    body: { lead_source: "Radio", columns: [{ data: "lead_stage" }], length: 20 },
  });
  expect(first.data[0]?.lead?.source).toBe("Radio");
  expect((await manager(leads.table, { body: { show: "untouched" } })).data).toEqual([]);
  const again = await run((await send()).id);
  expect(again.counts).toMatchObject({ leads_added: 0, leads_joined: people });
  expect(await count(live)).toBe(people);
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  const { undone } = (await manager(uploads.one, { params: { id } })).data;
  expect(undone).toMatchObject({ deleted: people, leads: people, leads_stayed: 0 });
  expect(await count(live)).toBe(0);
});
