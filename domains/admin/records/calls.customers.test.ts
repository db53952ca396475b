import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { platformCustomers } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let operator: Caller;
let mine: { id: number; phone: string };
let theirs: { id: number; phone: string };

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  operator = await app.signIn((await app.operator()).email);
  mine = await addCustomer(await app.signIn(dealer.manager));
  theirs = await addCustomer(await app.signIn((await app.dealership()).owner));
});
afterAll(() => app.close());

const table = (body: object = {}) => operator(platformCustomers.table, { body: { length: 100, ...body } });
const ids = async (body: object = {}) => (await table(body)).data.map(({ id }) => id);

test("all businesses' customers, newest first, each with its business", async () => {
  const { data, recordsTotal } = await table();
  expect(data.map(({ id }) => id)).toEqual([theirs.id, mine.id]);
  expect(recordsTotal).toBe(2);
  expect(data[1]).toMatchObject({
    phone: mine.phone,
    location: "Downtown",
    first_name: expect.any(String),
    company: "",
    country_code: "1",
    user_image: null,
    client_business_name: expect.stringMatching(/^Dealer/),
    optin_status: 1,
    consent_state: "unknown",
    dealer_id: dealer.dealer_id,
  });
  const all = (await operator(platformCustomers.all)).data;
  expect(all).toEqual({ allCustomers: data, truncated: false });
});

test("filters by client and by period", async () => {
  expect(await ids({ client_id: dealer.dealer_id })).toEqual([mine.id]);
  await app.pool.query("update customers set created_at = created_at - interval '40 days' where id = $1", [theirs.id]);
  expect(await ids({ filterBy: "month" })).toEqual([mine.id]);
  expect(await ids({ filterBy: "today", client_id: dealer.dealer_id })).toEqual([mine.id]);
  expect(await ids({ filterBy: "nonsense" })).toEqual([mine.id, theirs.id]);
});

test("searches by phone in any format, and by every word", async () => {
  const { data } = await table({ client_id: dealer.dealer_id });
  const digits = mine.phone.slice(2);
  const typed = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  expect(await ids({ search: { value: typed } })).toEqual([mine.id]);
  expect(await ids({ search: { value: data[0]?.customer_name ?? "?" }, client_id: dealer.dealer_id })).toEqual([
    mine.id,
  ]);
  expect(await ids({ search: { value: "nobody-of-that-name" } })).toEqual([]);
});

test("says what each customer agreed to, as the ledger does", async () => {
  const call = await app.signIn(dealer.manager);
  const [granted, out] = [await addCustomer(call), await addCustomer(call)];
  await call(consent.opt, { body: { user_id: granted.id, opt_type: "in" } });
  await call(consent.opt, { body: { user_id: out.id, opt_type: "out" } });
  const { data } = await table({ client_id: dealer.dealer_id });
  const rowOf = (id: number) => data.find((row) => row.id === id);
  expect(rowOf(mine.id)).toMatchObject({ consent_state: "unknown", optin_status: 1 });
  expect(rowOf(granted.id)).toMatchObject({ consent_state: "granted", optin_status: 1 });
  expect(rowOf(out.id)).toMatchObject({ consent_state: "revoked", optin_status: 0 });
  for (const { id } of [granted, out]) await call(customers.remove, { params: { id } });
});

test("excludes deleted customers", async () => {
  await (await app.signIn(dealer.manager))(customers.remove, { params: { id: mine.id } });
  expect(await ids()).toEqual([theirs.id]);
});
