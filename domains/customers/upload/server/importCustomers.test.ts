import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#testing/customer.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { untilBlocked, writeInOpenTransaction } from "#testing/slowWrite.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { uploads } from "../contract.ts";
import { recoverImports } from "./sweepUploads.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});

async function startImport(bytes: string, body = {}): Promise<number> {
  const { data } = await sendFile(app.http, await app.token(dealer.manager), { bytes });
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, ...body } });
  return data.upload.id;
}
const uploadOf = async (id: number) => (await manager(uploads.one, { params: { id } })).data;

/** Inserts a customer on another connection. @returns a function that commits. */
const addSlowly = (phone: string) =>
  writeInOpenTransaction(
    app.pool,
    "insert into customers (dealer_id, location_id, first_name, last_name, phone) values ($1, $2, 'Slow', 'Lee', $3)",
    [dealer.dealer_id, dealer.location_id, phone],
  );

const importWaits = () => untilBlocked(app.pool, "insert into customers");

async function inbound(from: string): Promise<void> {
  const text = { from, to: dealer.number, sid: `SM${from}`, body: "Hello", media: [], carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText(text);
}

test("texts arrive while an import runs, and a customer added meanwhile is updated, not duplicated", async () => {
  const known = await addCustomer(manager, { first_name: "Ana" });
  const [pendingPhone, stranger, fresh] = [freshPhone(), freshPhone(), freshPhone()];
  const commit = await addSlowly(pendingPhone);
  const id = await startImport(`Phone,First name\n${known.phone},Ana\n${fresh},Bo\n${pendingPhone},Cy\n`);
  const running = app.jobs.runAll();
  await importWaits();
  await inbound(known.phone);
  await inbound(stranger);
  const { rows } = await app.pool.query("select phone from customers where dealer_id = $1 and messages_received = 1", [
    dealer.dealer_id,
  ]);
  expect(rows.map(({ phone }) => phone).sort()).toEqual([known.phone, stranger].sort());
  await commit();
  await running;
  expect((await uploadOf(id)).counts).toMatchObject({ total: 3, added: 1, updated: 1, unchanged: 1 });
});

test("two imports at a location run one after the other", async () => {
  const [pendingPhone, phone] = [freshPhone(), freshPhone()];
  const commit = await addSlowly(pendingPhone);
  const first = await startImport(`Phone\n${pendingPhone}\n`);
  const running = app.jobs.runAll();
  await importWaits();
  const second = await startImport(`Phone\n${phone}\n`);
  await app.jobs.runAll();
  expect((await uploadOf(second)).state).toBe("importing");
  await commit();
  await running;
  expect((await uploadOf(first)).state).toBe("done");
  app.clock.advance(10_000);
  await app.jobs.runAll();
  expect((await uploadOf(second)).state).toBe("done");
});

test("an import whose job was lost is resumed", async () => {
  const id = await startImport(`Phone\n${freshPhone()}\n`);
  app.jobs.queued.length = 0;
  await recoverImports(app.server, {});
  expect(app.jobs.queued).toEqual([]);
  await recoverImports(app.server, { all: true });
  await app.jobs.runAll();
  expect((await uploadOf(id)).state).toBe("done");
});

test("an import is invisible until it commits, and its list shows as processing meanwhile", async () => {
  const [pendingPhone, phone] = [freshPhone(), freshPhone()];
  const commit = await addSlowly(pendingPhone);
  const id = await startImport(`Phone\n${phone}\n${pendingPhone}\n`, { list_id: "new", list_title: "Whole" });
  const running = app.jobs.runAll();
  await importWaits();
  const visibleRows = async () =>
    (
      await app.pool.query(
        `select (select count(*) from customers where dealer_id = $1)::int as customers,
           (select status from customer_lists where dealer_id = $1)::int as status`,
        [dealer.dealer_id],
      )
    ).rows[0];
  expect(await visibleRows()).toEqual({ customers: 0, status: 0 });
  await commit();
  await running;
  expect(await visibleRows()).toEqual({ customers: 2, status: 1 });
  expect((await uploadOf(id)).progress).toEqual({ done: 2, total: 2 });
});
