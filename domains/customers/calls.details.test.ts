import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { emptyCustomer } from "#domains/customers/fields.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customers } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app.close());

const details = async (call: Caller, id: number) => (await call(customers.details, { params: { id } })).data;

test("returns a customer with lists, counts, and who added them", async () => {
  const { id, phone } = await addCustomer(agent, { company: "Lopez Motors" });
  const titles = ["Winter", "Autumn"];
  for (const title of titles) {
    const { list_id } = (await manager(lists.add, { body: { title } })).data;
    await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [id] } });
  }
  const { chat_id } = (await agent(inbox.sendToCustomer, { body: { customer_id: id, message: "Hello" } })).data;
  expect(await details(agent, id)).toEqual({
    ...emptyCustomer,
    custom: {},
    id,
    list_id: null,
    first_name: "Maria",
    last_name: "Lopez",
    customer_name: "Maria Lopez",
    email: "maria@example.com",
    phone,
    country_code: "1",
    company: "Lopez Motors",
    address: "1 Main St",
    user_image: null,
    chat_id,
    optin_status: 1,
    consent_state: "unknown",
    messages_received: 0,
    messages_sent: 1,
    user_tags: "",
    tags: [],
    merged_phones: [],
    added_by: "Agent Tester",
    lists: [expect.objectContaining({ title: "Autumn" }), expect.objectContaining({ title: "Winter" })],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("a customer who texted first has no name and nobody who added them", async () => {
  const from = freshPhone();
  const text = { sid: `SMdetails${process.pid}`, from, to: dealer.number, body: "Hi", media: [] };
  await app.sms.listener.onInboundText({ ...text, carrierAnsweredOptOut: false });
  const { data } = await agent(customers.search, { body: { search_param: from.slice(2) } });
  const texter = await details(agent, data.allCustomers[0]?.id ?? 0);
  expect(texter).toMatchObject({ first_name: "", added_by: "", lists: [], messages_received: 1 });
});

test("a deleted customer is not found", async () => {
  const { id } = await addCustomer(agent);
  await manager(customers.remove, { params: { id } });
  await expect(details(agent, id)).rejects.toMatchObject({ status: 404 });
});
