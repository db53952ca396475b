import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { voice } from "#domains/inbox/calls/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { clientCalls } from "./contract.ts";

const crm = "crm@lopez.example";
let app: TestApp;
let operator: Caller;
let dealer: Dealership;
let manager: Caller;
let fixture: CallFixture;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  fixture = createCallFixture(app, dealer, manager);
  await fixture.forwardTo(freshPhone());
});

const keepCrmEmail = async (crm_email = crm) => {
  const owner = await app.signIn(dealer.owner, dealer.location_id);
  await owner(settings.crmEmail, { body: { crm_email } });
};

const change = (send_email: 0 | 1, recording_consent: 0 | 1, location_id = dealer.location_id) =>
  operator(clientCalls.change, {
    params: { id: dealer.dealer_id, location_id },
    body: { send_email, recording_consent },
  });

/** Runs what is due until the call's mail went out. */
async function mailsAbout(phone: string) {
  await app.jobs.runAll();
  app.clock.advance(300_000);
  await app.jobs.runAll();
  const shown = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
  return app.mails.sent.filter(({ to, text }) => to === crm && text.includes(shown));
}

test("the operator's selects are the location's own settings", async () => {
  const before = (await operator(clientCalls.settings, { params: { id: dealer.dealer_id } })).data;
  expect(before).toHaveLength(2);
  expect(before[0]).toMatchObject({ send_email: 1, recording_consent: 1, crm_email: "" });
  await change(0, 0);
  expect((await manager(voice.settings)).data).toMatchObject({
    send_email: 0,
    recording_consent: 0,
    missed_call_text: 1,
  });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(voice.settings)).data).toMatchObject({ send_email: 1, recording_consent: 1 });
});

test("a missed call is mailed to the CRM once, with who called and a way to answer", async () => {
  await keepCrmEmail();
  const call = fixture.newCall();
  await app.voice.listener.onIncomingCall(call);
  await app.voice.listener.onDialed(call, "unanswered", undefined);
  await app.voice.listener.onCallEnded(call, 3);
  await app.voice.listener.onDialed(call, "unanswered", undefined);
  const [mail, ...others] = await mailsAbout(call.from);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Missed call from /);
  expect(mail?.text).toMatch(/\/inbox\/all\/\d+/);
});

test("a voicemail that arrives later is in the mail, with its length", async () => {
  await keepCrmEmail();
  const call = fixture.newCall();
  await app.voice.listener.onIncomingCall(call);
  await app.voice.listener.onDialed(call, "unanswered", undefined);
  await app.voice.listener.onRecording(call, fixture.recording("voicemail", 67));
  const [mail] = await mailsAbout(call.from);
  expect(mail?.subject).toMatch(/^Voicemail from /);
  expect(mail?.text).toContain("1:07");
  expect(mail?.text).toContain("Listen to it and reply here:");
});

test("a conversation is mailed once it is over", async () => {
  await keepCrmEmail();
  const call = fixture.newCall();
  await app.voice.listener.onIncomingCall(call);
  await app.voice.listener.onPickedUp(call);
  await app.voice.listener.onAccepted(call);
  expect(await mailsAbout(call.from)).toEqual([]);
  await app.voice.listener.onDialed(call, "bridged", 605);
  await app.voice.listener.onCallEnded(call, 610);
  const [mail] = await mailsAbout(call.from);
  expect(mail?.subject).toMatch(/^Call from /);
  expect(mail?.text).toContain("10:05");
});

test("nothing is mailed when it is off, and without an address", async () => {
  const missed = async () => {
    const call = fixture.newCall();
    await app.voice.listener.onIncomingCall(call);
    await app.voice.listener.onDialed(call, "unanswered", undefined);
    return mailsAbout(call.from);
  };
  expect(await missed()).toEqual([]);
  await keepCrmEmail();
  await change(0, 1);
  expect(await missed()).toEqual([]);
});

test("another client's location is not found, and what is missing is said", async () => {
  const other = await app.dealership();
  await expect(change(0, 0, other.location_id)).rejects.toMatchObject({ status: 404 });
  const params = { id: dealer.dealer_id, location_id: dealer.location_id };
  const body = { send_email: 2, recording_consent: "" } as never;
  await expect(operator(clientCalls.change, { params, body })).rejects.toMatchObject({
    status: 422,
    fields: { send_email: "Select whether calls are emailed" },
  });
});
