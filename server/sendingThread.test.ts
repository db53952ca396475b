import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEmails, sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { type FakeMailServer, startFakeMailServer } from "#ports/email/fakeMailServer.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "#ports/sms/twilio/fakeTwilio.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { moveToNoon, startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { TimedThreadData } from "#testing/threads/sendingEntry.ts";
import { createWorkThread, type WorkThread } from "./workThread.ts";

/* Campaigns leave through the carrier and the mail server that the environment names. */

let app: TestApp;
let twilio: FakeTwilio;
let mailServer: FakeMailServer;
let thread: WorkThread;

beforeAll(async () => {
  const log = pino({ level: "silent" });
  twilio = await startFakeTwilio(async (url, payload, headers) => {
    const response = await app.http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return response.statusCode;
  });
  mailServer = await startFakeMailServer();
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: twilio.apiUrl };
  app = await startTestApp({ sms: createTwilioSms({ ...account, publicUrl, log }) });
  moveToNoon(app);
  const carrierSettings = {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_URL: twilio.apiUrl,
  };
  const settings = { publicUrl, logLevel: "silent", smtpUrl: mailServer.url, mailWebhooks: {} } as const;
  const data: TimedThreadData = {
    env: { smsProvider: "twilio", carrierSettings, ...settings },
    url: app.appUrl,
    secret: "x".repeat(32),
    time: { at: Date.now(), shows: app.clock.now().getTime(), factor: 1 },
  };
  const entry = new URL("../testing/threads/sendingEntry.ts", import.meta.url);
  thread = createWorkThread({ entry, data, realtime: app.events, log });
});
afterAll(async () => {
  await thread.stop();
  await app.close();
  await Promise.all([twilio.close(), mailServer.close()]);
});

const domain = new URL("../domains/campaigns/", import.meta.url);

test("a campaign's texts leave, and their reports find them", async () => {
  const campaigns = await startCampaigns(app);
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  await thread.run(app.server, new URL("sending/server/sendDue.ts", domain), sendTexts);
  await twilio.waitForReports();
  expect(twilio.texts.map(({ to }) => to).sort()).toEqual(people.map(({ phone }) => phone).sort());
  expect(await campaigns.rows(id)).toMatchObject([1, 2, 3].map((n) => ({ n, state: "delivered" })));
});

test("a campaign's emails leave", async () => {
  const campaigns = await startEmailCampaigns(app);
  const people = [await campaigns.person(), await campaigns.person()];
  const id = await campaigns.campaignTo(people);
  await campaigns.start();
  await thread.run(app.server, new URL("sending/server/sendDue.ts", domain), sendEmails);
  expect(mailServer.mails.flatMap(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  expect(await campaigns.rows(id)).toMatchObject([1, 2].map((n) => ({ n, state: "accepted" })));
});
