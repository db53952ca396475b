import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { customers } from "#domains/customers/contract.ts";
import { platformCustomers } from "./contract.ts";

let house: TestHouse;
let dealer: Dealership;
let operator: Caller;
let mine: { id: number; phone: string };
let theirs: { id: number; phone: string };

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  operator = await house.signIn((await house.operator()).email);
  mine = await addCustomer(await house.signIn(dealer.manager));
  theirs = await addCustomer(await house.signIn((await house.dealership()).owner));
});
afterAll(() => house.close());

const table = (body: object = {}) => operator(platformCustomers.table, { body: { length: 100, ...body } });
const ids = async (body: object = {}) => (await table(body)).data.map(({ id }) => id);

test("all businesses' customers, newest first, with whose they are", async () => {
  const { data, recordsTotal } = await table();
  expect(data.map(({ id }) => id)).toEqual([theirs.id, mine.id]);
  expect(recordsTotal).toBe(2);
  expect(data[1]).toMatchObject({
    ...{ phone: mine.phone, location: "Downtown", client: expect.stringMatching(/^Dealer/) },
    ...{ optin_status: 1, dealer_id: dealer.dealer_id },
  });
  const all = (await operator(platformCustomers.all)).data;
  expect(all).toEqual({ allCustomers: data, truncated: false });
});

test("of one client, and since when", async () => {
  expect(await ids({ client_id: dealer.dealer_id })).toEqual([mine.id]);
  await house.pool.query("update customers set created_at = created_at - interval '40 days' where id = $1", [
    theirs.id,
  ]);
  expect(await ids({ filterBy: "month" })).toEqual([mine.id]);
  expect(await ids({ filterBy: "today", client_id: dealer.dealer_id })).toEqual([mine.id]);
  expect(await ids({ filterBy: "nonsense" })).toEqual([mine.id, theirs.id]);
});

test("searched by the phone however it is typed, and by every word", async () => {
  const { data } = await table({ client_id: dealer.dealer_id });
  const digits = mine.phone.slice(2);
  const typed = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  expect(await ids({ search: { value: typed } })).toEqual([mine.id]);
  expect(await ids({ search: { value: data[0]?.customer_name ?? "?" }, client_id: dealer.dealer_id })).toEqual([
    mine.id,
  ]);
  expect(await ids({ search: { value: "nobody-of-that-name" } })).toEqual([]);
});

test("without those who were deleted", async () => {
  await (await house.signIn(dealer.manager))(customers.remove, { params: { id: mine.id } });
  expect(await ids()).toEqual([theirs.id]);
});
