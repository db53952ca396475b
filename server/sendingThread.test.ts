import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { feed } from "#domains/campaigns/ledger/server/feed.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "#ports/sms/twilio/fakeTwilio.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { SendingThreadData } from "./sendingThread.ts";
import { createWorkThread, type WorkThread } from "./workThread.ts";

let app: TestApp;
let twilio: FakeTwilio;
let thread: WorkThread;

beforeAll(async () => {
  const log = pino({ level: "silent" });
  twilio = await startFakeTwilio(async (url, payload, headers) => {
    const response = await app.http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return response.statusCode;
  });
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: twilio.apiUrl };
  app = await startTestApp({ sms: createTwilioSms({ ...account, publicUrl, log }) });
  const carrierSettings = {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_URL: twilio.apiUrl,
  };
  thread = createWorkThread({
    entry: new URL("./sendingThread.ts", import.meta.url),
    data: {
      env: { smsProvider: "twilio", carrierSettings, publicUrl, logLevel: "silent" },
      url: app.appUrl,
      secret: "x".repeat(32),
    } satisfies SendingThreadData,
    realtime: app.events,
    log,
  });
});
afterAll(async () => {
  await thread.stop();
  await app.close();
  await twilio.close();
});

test("a campaign leaves through the carrier that the environment names, and its reports find it", async () => {
  // The thread has the machine's clock: at any hour, somewhere it is night.
  await app.pool.query("update quiet_hours set from_minute = 0, to_minute = 1440");
  const campaigns = await startCampaigns(app);
  const { id, people } = await campaigns.campaign(3);
  await campaigns.start();
  for (let round = 0; round < 10 && twilio.texts.length < 3; round += 1) {
    await thread.run(app.server, new URL("../domains/campaigns/ledger/server/feed.ts", import.meta.url), feed);
  }
  await twilio.waitForReports();
  expect(twilio.texts.map(({ to }) => to).sort()).toEqual(people.map(({ phone }) => phone).sort());
  expect(await campaigns.rows(id)).toMatchObject([1, 2, 3].map((n) => ({ n, state: "delivered" })));
});
