import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import {
  type FakeTwilioRegistration,
  registrarAccount,
  registrarToken,
  startFakeTwilioRegistration,
} from "#ports/registration/twilio/fakeTwilioRegistration.ts";
import { createTwilioRegistrar } from "#ports/registration/twilio/twilioRegistration.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "#ports/sms/twilio/fakeTwilio.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/* Real traffic end to end: signed webhooks over HTTP, through the port, into the inbox. */

let app: TestApp;
let twilio: FakeTwilio;
let registrations: FakeTwilioRegistration;
let dealer: Dealership;
let talk: InboxFixture;

beforeAll(async () => {
  twilio = await startFakeTwilio(post);
  const log = pino({ level: "silent" });
  const account = { accountSid, authTokens: [authToken, "token-before"] as const, apiUrl: twilio.apiUrl };
  registrations = await startFakeTwilioRegistration();
  const registering = { accountSid: registrarAccount, authTokens: [registrarToken] as const, operatorEmail: "" };
  app = await startTestApp({
    sms: createTwilioSms({ ...account, publicUrl, log }),
    registrar: createTwilioRegistrar({ ...registering, apiUrl: registrations.apiUrl, publicUrl, log }),
  });
  dealer = await app.dealership();
  talk = createInboxFixture(app, dealer, await app.signIn(dealer.agent));
});
afterAll(async () => {
  await app.close();
  await twilio.close();
  await registrations.close();
});

async function post(url: URL, payload: string, headers: Record<string, string>): Promise<number> {
  const response = await app.http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
  return response.statusCode;
}

/** Posts a form to a webhook with the given signature. */
function webhook(path: string, form: Record<string, string>, signature: string) {
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  return post(new URL(publicUrl + path), new URLSearchParams(form).toString(), headers);
}

let count = 0;
function inboundForm(from: string, body: string): Record<string, string> {
  count += 1;
  const sid = `SM${String(count).padStart(32, "0")}`;
  return { AccountSid: accountSid, MessageSid: sid, From: from, To: dealer.number, Body: body, NumMedia: "0" };
}

const path = "/webhooks/twilio/message";

test("stores an inbound text once when it is replayed five times in parallel", async () => {
  const { chat_id, phone } = await talk.chat();
  const form = inboundForm(phone, "On my way");
  const signature = twilio.sign(publicUrl + path, form);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => webhook(path, form, signature)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect((await talk.messages(chat_id)).filter(({ message }) => message === "On my way")).toHaveLength(1);
});

test.each([
  ["made with another token", (form: Record<string, string>) => twilio.sign(publicUrl + path, form, "stolen")],
  ["of another text", (form: Record<string, string>) => twilio.sign(publicUrl + path, { ...form, Body: "Other" })],
  ["of another address", (form: Record<string, string>) => twilio.sign(`https://evil.test${path}`, form)],
  ["left out", () => ""],
])("a signature %s is refused with 403 and stores nothing", async (_how, sign) => {
  const { chat_id, phone } = await talk.chat();
  const form = inboundForm(phone, "Forged");
  expect(await webhook(path, form, sign(form))).toBe(403);
  expect((await talk.messages(chat_id)).map(({ message }) => message)).not.toContain("Forged");
});

test.each([
  ["ARRET", { OptOutType: "STOP" }, 0],
  ["Adios", { OptOutType: "STOP" }, 0],
  ["NO", { OptOutType: "stop" }, 0],
  ["Stop\n\nSent from my iPhone", {}, 0],
  ["S T O P", {}, 0],
  ["NO", { OptOutType: "HELP" }, 1],
  ["NO", {}, 1],
  ["Loved “Fall special. Reply STOP to unsubscribe from marketing messages.”", {}, 1],
  ["👍 to “Fall special. Reply STOP to unsubscribe from marketing messages.”", {}, 1],
  ["> Reply STOP to unsubscribe from marketing messages.\nSee you then", {}, 1],
])("a text %j with %j leaves the phone opted in: %d", async (body, carrier, optin_status) => {
  const { chat_id, phone } = await talk.chat();
  const form = { ...inboundForm(phone, body), ...carrier };
  const sent = twilio.texts.length;
  expect(await webhook(path, form, twilio.sign(publicUrl + path, form))).toBe(200);
  await app.jobs.runAll();
  const { customer } = (await (await app.signIn(dealer.agent))(inbox.chat, { params: { chat_id } })).data;
  expect(customer).toMatchObject({ optin_status });
  // One confirmation: ours, or the carrier's own.
  const confirms = optin_status === 0 && !("OptOutType" in carrier);
  expect(twilio.texts.length - sent).toBe(confirms ? 1 : 0);
  const start = { ...inboundForm(phone, "De nuevo"), OptOutType: "START" };
  expect(await webhook(path, start, twilio.sign(publicUrl + path, start))).toBe(200);
  const { rows } = await app.pool.query(
    "select event from consent_events where dealer_id = $1 and phone = $2 order by id",
    [dealer.dealer_id, phone],
  );
  expect(rows.map(({ event }) => event)).toEqual([...(optin_status === 0 ? ["revoked"] : []), "granted"]);
});

test("accepts the previous token while tokens are rotated", async () => {
  const { phone } = await talk.chat();
  const form = inboundForm(phone, "Signed with the former token");
  expect(await webhook(path, form, twilio.sign(publicUrl + path, form, "token-before"))).toBe(200);
});

test("the same status callback three times, out of order, leaves one text with the right final state", async () => {
  const { chat_id, phone } = await talk.chat("Your quote is ready");
  await twilio.waitForReports();
  const text = twilio.texts.find(({ to }) => to === phone);
  const address = new URL(text?.callback ?? "");
  for (let time = 0; time < 3; time++) {
    for (const MessageStatus of ["delivered", "sent", "queued"]) {
      const form = { AccountSid: accountSid, MessageSid: text?.sid ?? "", MessageStatus, To: phone };
      expect(await webhook(address.pathname + address.search, form, twilio.sign(address.href, form))).toBe(200);
    }
  }
  expect(await talk.messages(chat_id)).toMatchObject([{ message: "Your quote is ready", state: "delivered" }]);
});

test("a provider that times out or fails leaves the text in flight; it is settled later and never sent twice", async () => {
  const { chat_id, phone } = await talk.chat();
  twilio.nextResponses.push((response, take) => {
    take();
    response.writeHead(503).end();
  });
  await talk.send(chat_id, "Did this arrive?");
  await app.jobs.runAll();
  for (let minute = 0; minute < 5; minute++) {
    app.clock.advance(60_000);
    await app.jobs.runAll();
  }
  await twilio.waitForReports();
  expect(twilio.texts.filter(({ to, body }) => to === phone && body === "Did this arrive?")).toHaveLength(1);
  const settled = (await talk.messages(chat_id)).find(({ message }) => message === "Did this arrive?");
  expect(["sending", "sent", "delivered"]).toContain(settled?.state);
  const open = await app.pool.query("select count(*)::int as n from message_sends where state = 'intended'");
  expect(open.rows[0].n).toBe(0);
  expect((await (await app.signIn(dealer.agent))(inbox.chat, { params: { chat_id } })).data.is_replied).toBe(1);
});

test("a registration's notice has it looked at again, if Twilio signed it", async () => {
  const brand = `BN${"5".repeat(32)}`;
  const later = new Date(app.clock.now().getTime() + 3_600_000);
  const { rows } = await app.pool.query(
    `with added as (
       insert into carrier_registrations (dealer_id, kind, state, facts_sealed, submitted_at, look_at)
       values ($1, 'business', 'in_review', '', $2, $2) returning id)
     insert into carrier_registration_steps (dealer_id, registration_id, round, step, state, sid, began_at)
     select $1, id, 1, 'brand', 'done', $3, $2 from added returning registration_id as id`,
    [dealer.dealer_id, later, brand],
  );
  const lookAt = async () => {
    const row = "select look_at from carrier_registrations where id = $1";
    return (await app.pool.query(row, [rows[0].id])).rows[0].look_at;
  };
  const form = { AccountSid: registrarAccount, BrandSid: brand, Status: "FAILED" };
  const notices = "/webhooks/twilio/registration";
  expect(await webhook(notices, form, registrations.signForm(publicUrl + notices, form, "stolen"))).toBe(403);
  expect(await lookAt()).toEqual(later);
  expect(await webhook(notices, form, registrations.signForm(publicUrl + notices, form))).toBe(204);
  expect(await lookAt()).toEqual(app.clock.now());
});
