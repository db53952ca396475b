import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { leads } from "#domains/leads/contract.ts";
import { firstAnswers } from "#domains/leads/firstAnswers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createCallFixture } from "#testing/inbox/callFixture.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp } from "#testing/testApp.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { type LeadOriginName, type LeadOrigins, leadOrigins } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;
let inbox: InboxFixture;
let calls: ReturnType<typeof createCallFixture>;

beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  inbox = createInboxFixture(app, dealer, owner);
  calls = createCallFixture(app, dealer, owner);
});

const none: LeadOrigins = { widget: 0, tracked_calls: 0, new_callers: 0, new_texters: 0 };
const turnOn = (...names: LeadOriginName[]) =>
  owner(leadOrigins.save, { body: { ...none, ...Object.fromEntries(names.map((name) => [name, 1])) } });
const all = async () => (await owner(leads.table, { body: { show: "all" } })).data;
const settle = async () => {
  await app.jobs.runAll();
  return all();
};
const text = (phone: string, body: string) => app.sms.listener.onInboundText(inbox.inbound(phone, body));

/** A call that nobody picks up. */
async function call(from: string, to = dealer.number) {
  const key = calls.newCall(from, to);
  await app.voice.listener.onIncomingCall(key);
  await app.voice.listener.onCallEnded(key, undefined);
}

async function trackingNumber(source: string): Promise<string> {
  const number = freshPhone();
  await app.pool.query(
    `with added as (insert into phone_numbers (number, dealer_id, location_id, provider, kind)
       values ($4, $1, $2, 'simulator', 'tracking'))
     insert into tracking_numbers (dealer_id, location_id, source, area_code, number, state, requested_by, requested_at)
     select $1, $2, $3, '212', $4, 'active', id, now() from users where dealer_id = $1 limit 1`,
    [dealer.dealer_id, dealer.location_id, source, number],
  );
  return number;
}

test("nothing but what comes to the lead addresses is a lead until the owner wants it", async () => {
  expect((await owner(leadOrigins.settings)).data).toEqual(none);
  await text(freshPhone(), "Is the Tacoma there?");
  await call(freshPhone());
  await call(freshPhone(), await trackingNumber("Radio"));
  await (await visitorOf(app, owner)).write({ phone: freshPhone() });
  expect(await settle()).toEqual([]);
  await turnOn("widget", "tracked_calls", "new_callers", "new_texters");
  expect(await settle()).toEqual([]);
});

test("a visitor's message is a lead of theirs, with their words, and a second one makes no other", async () => {
  await turnOn("widget");
  const phone = freshPhone();
  const visitor = await visitorOf(app, owner);
  await visitor.write({ phone, name: "Dana Fox", message: "Is the F-150 still there?" });
  const [lead, ...more] = await settle();
  expect(more).toEqual([]);
  expect(lead).toMatchObject({ name: "Dana Fox", source: "Website", phone });
  const { data } = await owner(leads.one, { params: { id: lead?.id ?? 0 } });
  expect(data.received).toMatchObject([{ came_by: "widget", comments: "Is the F-150 still there?" }]);
  await visitor.write({ phone, message: "Hello?" });
  expect(await settle()).toHaveLength(1);
});

test("a call to a tracking number is a lead with its source, received as it came in", async () => {
  await turnOn("tracked_calls");
  const known = await addCustomer(owner);
  const radio = await trackingNumber("Radio");
  const before = app.clock.now();
  await call(known.phone, radio);
  app.clock.advance(60_000);
  expect(await settle()).toMatchObject([{ source: "Radio", received_at: before.toISOString() }]);
  await call(known.phone, radio);
  await call(freshPhone());
  expect(await settle()).toHaveLength(1);
});

test("callers and texters that nobody knew are leads; customers and STOP are none", async () => {
  await turnOn("new_callers", "new_texters");
  const known = await addCustomer(owner);
  await text(known.phone, "See you later");
  await call(known.phone);
  await text(freshPhone(), "STOP");
  expect(await settle()).toEqual([]);
  const [caller, texter] = [freshPhone(), freshPhone()];
  await call(caller);
  await text(texter, "Do you take trade-ins?");
  await text(texter, "It's a Civic");
  expect((await settle()).map(({ phone, source }) => [phone, source]).toSorted()).toEqual(
    [
      [caller, "Phone"],
      [texter, "Text"],
    ].toSorted(),
  );
  await call(texter);
  expect(await settle()).toHaveLength(2);
});

test("the automatic first answer isn't for those who wrote or called", async () => {
  const { data } = await owner(firstAnswers.settings);
  await owner(firstAnswers.changeSettings, { body: { ...data, is_on: 1 } });
  await turnOn("new_texters", "new_callers", "widget");
  const phone = freshPhone();
  await text(phone, "Do you take trade-ins?");
  expect(await settle()).toHaveLength(1);
  expect(inbox.sentTo(phone)).toEqual([]);
});

test("an erased writer and a job that runs again make no lead too many", async () => {
  await turnOn("new_texters");
  const phone = freshPhone();
  await text(phone, "Hi");
  await app.pool.query("update messages set deleted_at = now() where dealer_id = $1", [dealer.dealer_id]);
  expect(await settle()).toEqual([]);
});

test("only the owner says what becomes a lead, for the acting location alone", async () => {
  const manager = await app.signIn(dealer.manager);
  await expect(manager(leadOrigins.save, { body: none })).rejects.toMatchObject({ status: 403 });
  await turnOn("new_texters");
  const stranger = await app.signIn((await app.dealership()).owner);
  expect((await stranger(leadOrigins.settings)).data).toEqual(none);
  expect((await manager(leadOrigins.settings)).data).toEqual({ ...none, new_texters: 1 });
  await expect(owner(leadOrigins.save, { body: { widget: 2 } as never })).rejects.toMatchObject({ status: 422 });
});
