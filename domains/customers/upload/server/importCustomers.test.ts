import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { untilWaits, writeSlowly } from "#core/testing/slowWrite.ts";
import { sendFile } from "#domains/customers/testing/sendFile.ts";
import { uploads } from "../contract.ts";
import { recoverImports } from "./recoverImports.ts";

let house: TestHouse;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house?.close());
beforeEach(async () => {
  dealer = await house.dealership();
  manager = await house.signIn(dealer.manager);
});

async function started(bytes: string, body = {}): Promise<number> {
  const { data } = await sendFile(house.http, await house.token(dealer.manager), { bytes });
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, ...body } });
  return data.upload.id;
}
const shown = async (id: number) => (await manager(uploads.one, { params: { id } })).data;

/** Begins to add a customer on another connection, and commits when it is told to. */
const addSlowly = (phone: string) =>
  writeSlowly(
    house.pool,
    "insert into customers (dealer_id, location_id, first_name, last_name, phone) values ($1, $2, 'Slow', 'Lee', $3)",
    [dealer.dealer_id, dealer.location_id, phone],
  );

const importWaits = () => untilWaits(house.pool, "insert into customers");

async function inbound(from: string): Promise<void> {
  const text = { from, to: dealer.number, sid: `SM${from}`, body: "Hello", media: [], carrierAnsweredOptOut: false };
  await house.sms.listener.inbound(text);
}

test("texts come in while an import runs, and whom somebody adds meanwhile is known, not twice", async () => {
  const known = await addCustomer(manager, { first_name: "Ana" });
  const [late, stranger, fresh] = [freshPhone(), freshPhone(), freshPhone()];
  const commit = await addSlowly(late);
  const id = await started(`Phone,First name\n${known.phone},Ana\n${fresh},Bo\n${late},Cy\n`);
  const running = house.jobs.doAll();
  await importWaits();
  await inbound(known.phone);
  await inbound(stranger);
  const { rows } = await house.pool.query(
    "select phone from customers where dealer_id = $1 and messages_received = 1",
    [dealer.dealer_id],
  );
  expect(rows.map(({ phone }) => phone).sort()).toEqual([known.phone, stranger].sort());
  await commit();
  await running;
  expect((await shown(id)).counts).toMatchObject({ total: 3, added: 1, updated: 1, unchanged: 1 });
});

test("two imports at a location come one after the other", async () => {
  const [late, phone] = [freshPhone(), freshPhone()];
  const commit = await addSlowly(late);
  const first = await started(`Phone\n${late}\n`);
  const running = house.jobs.doAll();
  await importWaits();
  const second = await started(`Phone\n${phone}\n`);
  await house.jobs.doAll();
  expect((await shown(second)).state).toBe("importing");
  await commit();
  await running;
  expect((await shown(first)).state).toBe("done");
  house.clock.advance(10_000);
  await house.jobs.doAll();
  expect((await shown(second)).state).toBe("done");
});

test("an import whose job is lost is found again", async () => {
  const id = await started(`Phone\n${freshPhone()}\n`);
  house.jobs.kept.length = 0;
  await recoverImports(house.server, {});
  expect(house.jobs.kept).toEqual([]);
  await recoverImports(house.server, { all: true });
  await house.jobs.doAll();
  expect((await shown(id)).state).toBe("done");
});

test("nobody sees an import before it is whole, and its list is being filled meanwhile", async () => {
  const [late, phone] = [freshPhone(), freshPhone()];
  const commit = await addSlowly(late);
  const id = await started(`Phone\n${phone}\n${late}\n`, { list_id: "new", list_title: "Whole" });
  const running = house.jobs.doAll();
  await importWaits();
  const seen = async () =>
    (
      await house.pool.query(
        `select (select count(*) from customers where dealer_id = $1)::int as customers,
           (select status from customer_lists where dealer_id = $1)::int as status`,
        [dealer.dealer_id],
      )
    ).rows[0];
  expect(await seen()).toEqual({ customers: 0, status: 0 });
  await commit();
  await running;
  expect(await seen()).toEqual({ customers: 2, status: 1 });
  expect((await shown(id)).progress).toEqual({ done: 2, total: 2 });
});
