import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customerRedirects } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let otherLocation: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
  otherLocation = await app.signIn(dealership.otherAgent);
});
afterAll(() => app.close());

const absent = { status: 404 };

test("the owner is led to a customer of another location, a member of neither is not", async () => {
  const { id: customer_id } = await addCustomer(otherLocation);
  const { otherLocation_id: location_id } = dealership;
  const found = (await owner(customerRedirects.ofCustomer, { params: { customer_id } })).data;
  expect(found).toEqual({ customer_id, location_id, chat_id: null });
  const agent = await app.signIn(dealership.agent);
  await expect(agent(customerRedirects.ofCustomer, { params: { customer_id } })).rejects.toMatchObject(absent);
  const stranger = await app.signIn((await app.dealership()).owner);
  await expect(stranger(customerRedirects.ofCustomer, { params: { customer_id } })).rejects.toMatchObject(absent);
});

test("a conversation is found at its location", async () => {
  const { id: customer_id } = await addCustomer(otherLocation);
  const body = { customer_id, message: "Hello", client_id: crypto.randomUUID() };
  const { chat_id } = (await otherLocation(inbox.sendToCustomer, { body })).data;
  const found = (await owner(customerRedirects.ofChat, { params: { chat_id } })).data;
  expect(found).toEqual({ customer_id, chat_id, location_id: dealership.otherLocation_id });
});

test("a merged customer's link leads to the one who was kept, a deleted one's nowhere", async () => {
  const [{ id: kept_id }, { id: merged_id }] = [await addCustomer(owner), await addCustomer(owner)];
  await owner(duplicates.merge, { body: { kept_id, merged_id, take: [] } });
  expect((await owner(customerRedirects.ofCustomer, { params: { customer_id: merged_id } })).data.customer_id).toBe(
    kept_id,
  );
  await owner(customers.remove, { params: { id: kept_id }, body: {} });
  for (const customer_id of [kept_id, merged_id]) {
    await expect(owner(customerRedirects.ofCustomer, { params: { customer_id } })).rejects.toMatchObject(absent);
  }
});
