import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { messageDeletion } from "#domains/inbox/conversation/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { platformMessages } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let other: Dealership;
let operator: Caller;
let customer: { id: number; phone: string };

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  other = await app.dealership();
  operator = await app.signIn((await app.operator()).email);
  const owner = await app.signIn(dealer.owner);
  customer = await addCustomer(owner);
  await owner(inbox.sendToCustomer, { body: { customer_id: customer.id, message: "The Crème car is ready" } });
  await app.jobs.runAll();
  const text = { from: customer.phone, to: dealer.number, media: [], carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText({ ...text, sid: "SM1", body: "On my way" });
  const stranger = await app.signIn(other.owner);
  const { id: customer_id } = await addCustomer(stranger);
  await stranger(inbox.sendToCustomer, { body: { customer_id, message: "Hello from the other side" } });
  await app.jobs.runAll();
});
afterAll(() => app.close());

const table = (body: object = {}) => operator(platformMessages.table, { body: { length: 100, ...body } });
const texts = async (body: object = {}) => (await table(body)).data.map(({ message }) => message);
const all = ["Hello from the other side", "On my way", "The Crème car is ready"];

test("all businesses' messages, newest first", async () => {
  const { data, recordsTotal } = await table();
  expect(data.map(({ message }) => message)).toEqual(all);
  expect(recordsTotal).toBe(3);
  expect(data[1]).toMatchObject({
    campaign_name: null,
    customer_name: expect.any(String),
    message_status: "received",
    is_from_customer: 1,
    is_deleted: 0,
    location: "Downtown",
    dealer_id: dealer.dealer_id,
    client: expect.stringMatching(/^Dealer/),
  });
  expect((await operator(platformMessages.all)).data).toEqual({ allMessages: data, truncated: false });
});

test("filters by client and by period", async () => {
  expect(await texts({ client_id: other.dealer_id })).toEqual(all.slice(0, 1));
  await app.pool.query("update messages set datetime = datetime - interval '40 days' where dealer_id = $1", [
    other.dealer_id,
  ]);
  expect(await texts({ filterBy: "month" })).toEqual(all.slice(1));
  expect(await texts({ filterBy: "today", client_id: other.dealer_id })).toEqual([]);
});

test.each([
  ["creme ready", ["The Crème car is ready"]],
  ["ready nowhere", []],
  ["other side", ["Hello from the other side"]],
])("the search for %j", async (value, found) => {
  expect(await texts({ search: { value } })).toEqual(found);
  expect((await table({ search: { value } })).recordsFiltered).toBe(found.length);
});

test("a search for a customer's phone finds their conversation", async () => {
  expect((await texts({ search: { value: customer.phone } })).sort()).toEqual(["On my way", "The Crème car is ready"]);
});

test("a frequent word pages without duplicates", async () => {
  const owner = await app.signIn(dealer.owner);
  for (let count = 1; count <= 7; count++) {
    await owner(inbox.sendToCustomer, { body: { customer_id: customer.id, message: `Reminder ${count}` } });
  }
  await app.jobs.runAll();
  const search = { value: "reminder" };
  const first = await operator(platformMessages.table, { body: { length: 3, search } });
  const second = await operator(platformMessages.table, {
    body: { length: 3, search, cursor: first.cursors?.next ?? "" },
  });
  const third = await operator(platformMessages.table, {
    body: { length: 3, search, cursor: second.cursors?.next ?? "" },
  });
  const seen = [first, second, third].flatMap(({ data }) => data.map(({ message }) => message));
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((count) => `Reminder ${count}`));
  expect(third.cursors?.next).toBeNull();
});

test("a deleted message hides its text", async () => {
  const [row] = (await table({ search: { value: "on my way" } })).data;
  await (await app.signIn(dealer.owner))(messageDeletion.deleteMessage, { params: { message_id: row?.id ?? 0 } });
  const shown = (await table()).data.find(({ id }) => id === row?.id);
  expect(shown).toMatchObject({ message: "", is_deleted: 1 });
});

test("campaign texts stand between the messages, once each, with their campaign's title", async () => {
  const owner = await app.signIn(dealer.owner);
  const people = [customer, await addCustomer(owner), await addCustomer(owner)];
  const { rows } = await app.pool.query(
    `insert into campaigns (dealer_id, location_id, title, body, created_by, created_at, state, sent_at)
     select $1, $2, '<b>Spring</b> sale', 'Half price', min(id), now(), 'sent', now() from users where dealer_id = $1 returning id`,
    [dealer.dealer_id, dealer.location_id],
  );
  const campaign_id = rows[0].id;
  const body = "insert into campaign_bodies values ($1, $2, 'hash', 'Half price on tires')";
  await app.pool.query(body, [dealer.dealer_id, campaign_id]);
  for (const [index, { id, phone }] of people.entries()) {
    await app.pool.query(
      `insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, address, zones, states, due_at,
         state, error, body_hash, handed_at, created_at)
       values ($1, $2, $3::integer, $4, $5, $6, '', '', now(), $7, $8, 'hash', now() - $3::integer * interval '1 hour', now())`,
      [
        dealer.dealer_id,
        campaign_id,
        index + 1,
        dealer.location_id,
        id,
        phone,
        ...([
          ["sent", ""],
          ["failed", "Gone"],
          ["accepted", ""],
        ][index] ?? []),
      ],
    );
  }
  const found = (await table({ search: { value: "spring" } })).data;
  expect(found.map((row) => [row.campaign_name, row.message_status, row.error, row.message])).toEqual([
    ["<b>Spring</b> sale", "sent", "", "Half price on tires"],
    ["<b>Spring</b> sale", "failed", "Gone", "Half price on tires"],
    ["<b>Spring</b> sale", "sending", "", "Half price on tires"],
  ]);
  // Page by page and back: nothing twice, nothing missing, newest first.
  const whole = (await table()).data;
  expect(whole.filter(({ campaign_name }) => campaign_name !== null)).toHaveLength(3);
  const times = whole.map(({ sent_at }) => sent_at);
  expect(times).toEqual(times.toSorted().reverse());
  const paged: number[] = [];
  let cursor = "";
  for (;;) {
    const page = await operator(platformMessages.table, { body: { length: 2, ...(cursor && { cursor }) } });
    paged.push(...page.data.map(({ id }) => id));
    cursor = page.cursors?.next ?? "";
    if (!cursor) break;
  }
  expect(paged).toEqual(whole.map(({ id }) => id));
  const skipped = await operator(platformMessages.table, { body: { length: 3, start: 2 } });
  expect(skipped.data.map(({ id }) => id)).toEqual(paged.slice(2, 5));
  const theirs = await texts({ client_id: other.dealer_id });
  expect(theirs).not.toContain("Half price on tires");
  const byPhone = (await table({ search: { value: customer.phone } })).data;
  expect(byPhone.filter(({ campaign_name }) => campaign_name !== null)).toHaveLength(1);
});
