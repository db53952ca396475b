import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { giveBackNumbers } from "#domains/admin/numberShop/server/giveBackNumbers.ts";
import { callLog } from "#domains/inbox/calls/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { callSettings } from "./contract.ts";
import { maxOpenRequests } from "./rules.ts";

const locationPhone = "+19095550177";
let app: TestApp;
let operator: Caller;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let callFixture: CallFixture;
let inboxFixture: InboxFixture;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  callFixture = createCallFixture(app, dealer, agent);
  inboxFixture = createInboxFixture(app, dealer, agent);
  await callFixture.forwardTo(locationPhone);
});

const request = async (source = "Google", forward_to = "") =>
  (await manager(callSettings.request, { body: { source, area_code: "909", forward_to } })).data;

const buyFor = (tracking_number_id: number, number = freshPhone()) =>
  operator(clients.buyNumber, { body: { dealerId: dealer.dealer_id, selectedNumber: number, tracking_number_id } });

/** A number that the operator has bought. */
async function active(source = "Google", forward_to = "") {
  const { id } = await request(source, forward_to);
  const number = freshPhone();
  await buyFor(id, number);
  return { id, number };
}

const table = async (term = "") => (await manager(callSettings.numbers, { body: { search: { value: term } } })).data;
const client = async () => (await operator(clients.one, { params: { id: dealer.dealer_id } })).data;
const logged = async (source = "") => (await agent(callLog.table, { body: { period: "year", source } })).data;

test("a request waits for the operator, who buys its number; then it is in the table", async () => {
  const { id } = await request("Radio", "(909) 555-0123");
  expect(await table()).toMatchObject([
    { id, source: "Radio", number: "", type: "requested", area_code: "909", forward_to: "+19095550123" },
  ]);
  expect((await client()).requests).toMatchObject([{ id, source: "Radio", area_code: "909" }]);
  expect((await client()).allClients.phone_no_request).toBe(2);
  const number = freshPhone();
  expect(await buyFor(id, number)).toMatchObject({ status: "success", data: { state: "assigned" } });
  expect(await table()).toMatchObject([{ id, number, type: "active", location_phone: locationPhone }]);
  expect(await client()).toMatchObject({ requests: [], allClients: { phone_no_request: 1, phone_no: dealer.number } });
});

test("a tracking number never becomes the sender, and its texts come into the same conversation", async () => {
  const { phone, chat_id } = await inboxFixture.chat();
  await app.pool.query("update phone_numbers set created_at = now() + interval '1 hour' where number = $1", [
    dealer.number,
  ]);
  const { number } = await active();
  await app.sms.listener.onInboundText({ ...inboxFixture.inbound(phone, "From the ad"), to: number });
  const { chat, messages } = await callFixture.talkWith(phone);
  expect([chat?.id, messages.map(({ message }) => message)]).toEqual([
    chat_id,
    expect.arrayContaining(["From the ad"]),
  ]);
  const before = app.sms.sent.length;
  await inboxFixture.send(chat_id, "Hello");
  await app.jobs.runAll();
  expect(app.sms.sent.slice(before).map(({ from }) => from)).toEqual([dealer.number]);
  expect((await manager(accounts.profile)).data.location_phone).toBe(dealer.number);
  expect(app.sms.numbers.owned.has(number)).toBe(true);
});

test("a location without a main number still gets one after its tracking number", async () => {
  await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
  const { number } = await active();
  const main = freshPhone();
  const before = (await client()).next_location;
  expect(before).not.toBe("");
  await operator(clients.buyNumber, { body: { dealerId: dealer.dealer_id, selectedNumber: main } });
  const { rows } = await app.pool.query(
    "select number, kind from phone_numbers where dealer_id = $1 and number = any($2) order by kind",
    [dealer.dealer_id, [main, number]],
  );
  expect(rows).toEqual([
    { number: main, kind: "main" },
    { number, kind: "tracking" },
  ]);
});

test("a call says its source to whoever picks up and in the log, and rings at the number's own phone", async () => {
  const { id, number } = await active("Google", "9095550144");
  const call = callFixture.newCall(undefined, number);
  expect(await app.voice.listener.onIncomingCall(call)).toMatchObject({ kind: "forward", to: ["+19095550144"] });
  expect(await app.voice.listener.onPickedUp(call)).toContain("Downtown, through Google, from ");
  await app.voice.listener.onIncomingCall(callFixture.newCall());
  // What was logged before keeps its source.
  await manager(callSettings.change, { params: { id }, body: { source: "website", forward_to: "" } });
  const later = callFixture.newCall(undefined, number);
  expect(await app.voice.listener.onIncomingCall(later)).toMatchObject({ kind: "forward", to: [locationPhone] });
  expect((await logged()).map(({ source }) => source).sort()).toEqual(["", "Google", "Website"]);
  expect((await logged("Google")).map(({ phone }) => phone)).toEqual([call.from]);
  expect((await logged("Website")).map(({ phone }) => phone)).toEqual([later.from]);
});

test("a released number rings on for 30 days, says the main one, and goes back to the carrier unless it is kept", async () => {
  const { id, number } = await active("Google");
  const params = { id };
  const released = (await manager(callSettings.release, { params })).data;
  expect(released).toMatchObject({ type: "parked", number });
  const days = (Date.parse(released.given_back_at ?? "") - app.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  await expect(manager(callSettings.release, { params })).rejects.toMatchObject({ status: 409 });
  const step = await app.voice.listener.onIncomingCall(callFixture.newCall(undefined, number));
  expect(step).toMatchObject({ kind: "forward", announcement: expect.stringContaining("Our number has changed.") });
  expect((await manager(callSettings.keep, { params })).data).toMatchObject({ type: "active", given_back_at: null });
  await expect(manager(callSettings.keep, { params })).rejects.toMatchObject({ status: 409 });
  const again = await app.voice.listener.onIncomingCall(callFixture.newCall(undefined, number));
  expect(again).not.toMatchObject({ announcement: expect.stringContaining("has changed") });
  await manager(callSettings.release, { params });
  await giveBackNumbers(app.server);
  expect(app.sms.numbers.owned.has(number)).toBe(true);
  app.clock.advance(30 * 86_400_000 + 1000);
  app.sms.numbers.refuse(1);
  await giveBackNumbers(app.server);
  expect(app.sms.numbers.owned.has(number)).toBe(true);
  await giveBackNumbers(app.server);
  expect(app.sms.numbers.owned.has(number)).toBe(false);
  manager = await app.signIn(dealer.manager);
  operator = await app.signIn((await app.operator()).email);
  expect(await table()).toEqual([]);
  expect((await manager(callSettings.sources)).data).toContain("Google");
  // Whoever asks for it next may get it.
  const next = await request("Radio");
  await buyFor(next.id, number);
  expect(await table()).toMatchObject([{ source: "Radio", number, type: "active" }]);
});

test("a canceled request is not bought, and one that is bought can't be canceled", async () => {
  const { id } = await request();
  await manager(callSettings.cancel, { params: { id } });
  expect(await table()).toEqual([]);
  const before = app.sms.numbers.purchaseRequests.length;
  await expect(buyFor(id)).rejects.toMatchObject({ status: 409, message: "This request is no longer open." });
  expect(app.sms.numbers.purchaseRequests).toHaveLength(before);
  await expect(manager(callSettings.cancel, { params: { id } })).rejects.toMatchObject({ status: 404 });
  const bought = await active();
  const late = manager(callSettings.cancel, { params: { id: bought.id } });
  await expect(late).rejects.toMatchObject({ status: 409 });
});

test("a request is answered once, however often the operator clicks", async () => {
  const { id } = await request();
  const results = await Promise.allSettled([buyFor(id), buyFor(id)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await table()).map(({ type }) => type)).toEqual(["active"]);
});

test("the sources are the standard ones and the location's own, in one spelling", async () => {
  await request("Radio");
  await request("radio");
  await request("google");
  expect((await agent(callSettings.sources)).data).toEqual(["Facebook", "Google", "Website", "Radio"]);
  expect((await table("radio")).map(({ source }) => source)).toEqual(["Radio", "Radio"]);
});

test("a phone can't ring itself in a circle, and only so many requests may be open", async () => {
  const own = request("Google", dealer.number);
  await expect(own).rejects.toMatchObject({ status: 422, fields: { forward_to: expect.any(String) } });
  for (let count = 0; count < maxOpenRequests; count++) await request(`Flyer ${count}`);
  await expect(request("One more")).rejects.toMatchObject({ status: 409 });
});

test.each([
  ["area_code", { source: "Google", area_code: "09", forward_to: "" }],
  ["area_code", { source: "Google", area_code: "109", forward_to: "" }],
  ["area_code", { source: "Google", area_code: "９０９", forward_to: "" }],
  ["source", { source: "   ", area_code: "909", forward_to: "" }],
  ["source", { source: "x".repeat(41), area_code: "909", forward_to: "" }],
  ["source", { source: "a\u0000b", area_code: "909", forward_to: "" }],
  ["forward_to", { source: "Google", area_code: "909", forward_to: "+44 20 7946 0000" }],
])("a request with a bad %s is refused: %o", async (field, body) => {
  await expect(manager(callSettings.request, { body })).rejects.toMatchObject({
    status: 422,
    fields: { [field]: expect.any(String) },
  });
});

test("agents see the sources only, and nobody sees another location's or business's numbers", async () => {
  const { id } = await active();
  const body = { source: "Google", forward_to: "" };
  await expect(agent(callSettings.numbers, {})).rejects.toMatchObject({ status: 403 });
  await expect(agent(callSettings.change, { params: { id }, body })).rejects.toMatchObject({ status: 403 });
  const other = await app.dealership();
  for (const elsewhere of [await app.signIn(other.manager), await app.signIn(dealer.owner, dealer.otherLocation_id)]) {
    expect((await elsewhere(callSettings.numbers, {})).data).toEqual([]);
    await expect(elsewhere(callSettings.change, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
  }
});
