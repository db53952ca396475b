import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp } from "#testing/testApp.ts";
import { type ShownTexts, tracking } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let agent: Caller;
let fixture: InboxFixture;

beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  fixture = createInboxFixture(app, dealer, agent);
});

async function shown(show: ShownTexts = "all", search = "", source = "") {
  return (await agent(tracking.texts, { body: { period: "year", show, source, search: { value: search } } })).data;
}

const from = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));

/** A campaign's text to a customer of the location who has no conversation. */
async function campaignText(customer_id: number, phone: string) {
  const sql = `with campaign as (
      insert into campaigns (dealer_id, location_id, title, body, created_by, created_at)
        select $1, $2, 'Spring sale', 'Sale', id, now() from users where dealer_id = $1 limit 1 returning dealer_id, id)
    insert into campaign_recipients (dealer_id, campaign_id, n, customer_id, location_id, address, zones, states, due_at,
        created_at, state, handed_at, segments)
      select dealer_id, id, 1, $3, $2, $4, '', '', now(), now(), 'delivered', $5, 2 from campaign`;
  const values = [dealer.dealer_id, dealer.location_id, customer_id, phone, app.clock.now()];
  await app.pool.query(sql, values);
}

test("the log has both directions with their numbers, who wrote a text, and how many messages it took", async () => {
  const { phone, chat_id } = await fixture.chat("x".repeat(161));
  app.clock.advance(1000);
  await from(phone, "On my way");
  expect(await shown()).toMatchObject([
    { type: "received", from_number: phone, to_number: dealer.number, by: "", state: "received", segments: 1, chat_id },
    { type: "sent", from_number: dealer.number, to_number: phone, by: expect.stringMatching(/\w/), segments: 2 },
  ]);
});

test("campaigns' texts are there without a conversation, once, in the order of time", async () => {
  const { phone: earlier } = await fixture.chat();
  app.clock.advance(1000);
  const { id, phone } = await fixture.customer();
  await campaignText(id, phone);
  app.clock.advance(1000);
  const { phone: later } = await fixture.chat();
  expect((await shown()).map(({ to_number }) => to_number)).toEqual([later, phone, earlier]);
  const campaign = { type: "campaign", by: "Spring sale", to_number: phone, segments: 2, state: "delivered" };
  expect(await shown("campaign")).toMatchObject([{ ...campaign, chat_id: null }]);
  expect(await shown("sent")).toHaveLength(2);
  const pages = await agent(tracking.texts, { body: { period: "year", length: 1 } });
  const cursor = pages.cursors?.next ?? "";
  const second = await agent(tracking.texts, { body: { period: "year", length: 1, cursor } });
  expect(second.data).toMatchObject([campaign]);
  const last = await agent(tracking.texts, { body: { period: "year", length: 1, cursor: second.cursors?.next ?? "" } });
  expect(last.data).toMatchObject([{ to_number: earlier }]);
});

test("a text to a tracking number is under its source, which it keeps when the number gets another", async () => {
  const number = freshPhone();
  const values = [dealer.dealer_id, dealer.location_id, number, app.clock.now()];
  await app.pool.query(
    `with added as (insert into phone_numbers (number, dealer_id, location_id, provider, kind)
        values ($3, $1, $2, 'simulator', 'tracking'))
     insert into tracking_numbers (dealer_id, location_id, source, area_code, number, state, requested_by, requested_at)
        select $1, $2, 'Google', '909', $3, 'active', id, $4 from users where dealer_id = $1 limit 1`,
    values,
  );
  const { phone } = await fixture.chat();
  await from(phone, "To the main number");
  app.clock.advance(1000);
  await app.sms.listener.onInboundText({ ...fixture.inbound(phone, "From the ad"), to: number });
  const [text, ...others] = await shown("all", "", "Google");
  expect(others).toEqual([]);
  expect(text).toMatchObject({ type: "received", from_number: phone, to_number: number, source: "Google" });
  await app.pool.query("update tracking_numbers set source = 'Radio' where number = $1", [number]);
  expect(await shown("received", phone.slice(-7), "Google")).toHaveLength(1);
  expect(await shown("sent", "", "Google")).toEqual([]);
  expect(await shown("all", "", "Radio")).toEqual([]);
  expect((await shown("received")).map(({ to_number, source }) => [to_number, source])).toEqual([
    [number, "Google"],
    [dealer.number, ""],
  ]);
  const manager = await app.signIn(dealer.manager);
  const file = await manager(tracking.exportTexts, { body: { period: "year", source: "Google" } });
  expect(file.data.csv.trim().split(/\r?\n/)).toHaveLength(2);
});

test("answers to STOP are automatic", async () => {
  const { phone } = await fixture.chat();
  await from(phone, "STOP");
  await app.jobs.runAll();
  expect((await shown("automatic")).map(({ to_number }) => to_number)).toEqual([phone]);
  expect((await shown("received")).map(({ from_number }) => from_number)).toEqual([phone]);
});

test("the search finds names and phones, and takes wildcards as they are", async () => {
  const { phone } = await fixture.chat();
  await from(freshPhone(), "Hello");
  const typed = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
  for (const term of ["cara moss", typed]) expect(await shown("all", term), term).toHaveLength(1);
  for (const term of ["%", "_", "Nobody"]) expect(await shown("all", term), term).toEqual([]);
});

test("another location's texts are not there, and agents can't save the file", async () => {
  const { phone } = await fixture.chat();
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(tracking.texts, { body: { period: "year" } })).data).toEqual([]);
  const manager = await app.signIn(dealer.manager);
  const { data } = await manager(tracking.exportTexts, { body: { period: "year" } });
  expect(data.csv.trim().split(/\r?\n/)).toHaveLength(2);
  expect(data.csv).toContain(phone.slice(-4));
  const none = await manager(tracking.exportTexts, { body: { period: "year", search: "No one by that name" } });
  expect(none.data.csv.trim().split(/\r?\n/)).toHaveLength(1);
  await expect(agent(tracking.exportTexts, { body: {} })).rejects.toMatchObject({ status: 403 });
});

test.each([
  [{ period: "ever" }, "period"],
  [{ show: "loud" }, "show"],
  [{ cursor: "nonsense" }, "cursor"],
])("%j fails validation", async (body, field) => {
  const refused = agent(tracking.texts, { body: body as never });
  await expect(refused).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});
