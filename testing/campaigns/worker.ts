import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { openPools } from "#core/server/pools.ts";
import { sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { settleOverdue } from "#domains/campaigns/sending/server/settle.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { createApp } from "#server/app.ts";
import { createManualJobs } from "../manualJobs.ts";
import { createRecordedEvents } from "../recordedEvents.ts";
import { createRecordedMails } from "../recordedMails.ts";
import { createRecordedPushes } from "../recordedPushes.ts";
import { createScriptedCalendars } from "../scriptedCalendars.ts";
import { createScriptedDns } from "../scriptedDns.ts";
import { createScriptedVoice } from "../scriptedVoice.ts";
import { createScriptedWebsites } from "../scriptedWebsites.ts";
import { accountSid, authToken, carrierUrl } from "./carrierAccount.ts";
import { createKillPoint } from "./killPoint.ts";
import { createFastClock } from "./workerClock.ts";

/*
 * A process that sends campaigns through a carrier's API, with the whole app around it and a clock that runs fast. Unlike
 * the app's interval jobs it doesn't wait for its turn, so that two of them work at the same time: the ledger alone keeps them
 * apart. It dies by itself where KILL_POINT says.
 */

const { DATABASE_URL = "", APP_DATABASE_URL = DATABASE_URL, CARRIER_URL = "", PORT = "0" } = process.env;
const time = JSON.parse(process.env.TIME ?? "{}");
const { segmentsPerSecond, timeout } = JSON.parse(process.env.CARRIER ?? "{}");
const log = pino({ level: process.env.LOG_LEVEL ?? "silent" });

const pools = openPools(APP_DATABASE_URL, log, "a secret of the survival tests, long enough");
const clock = createFastClock(time);
const killPoint = createKillPoint(process.env.KILL_POINT);
const carrier = createTwilioSms({
  accountSid,
  authTokens: [authToken],
  apiUrl: CARRIER_URL,
  publicUrl: carrierUrl,
  log,
  timeout,
});
const sms = {
  ...carrier,
  segmentsPerSecond,
  answersWithin: time.factor * (timeout + 50),
  // By the machine's clock: a busy machine may take that long to list a text.
  listsWithin: time.factor * 5_000,
  send: killPoint.onSend(carrier.send),
};
const app = await createApp({
  pools,
  ports: {
    sms,
    clock,
    voice: createScriptedVoice(),
    jobs: createManualJobs(clock),
    realtime: createRecordedEvents(),
    email: createRecordedMails(),
    dns: createScriptedDns(),
    websites: createScriptedWebsites(),
    calendars: createScriptedCalendars(),
    push: createRecordedPushes(),
    storage: createFileStorage({ folder: await mkdtemp(join(tmpdir(), "rooftop-worker-")) }),
  },
  log,
  secret: "x".repeat(32),
  publicUrl: carrierUrl,
  trustProxy: [],
  servesWeb: false,
  webFolder: undefined,
  ready: () => true,
});
await app.http.listen({ port: Number(PORT), host: "127.0.0.1" });

const server = { ...app.jobServer, within: killPoint.onWork(app.jobServer.within) };
const repeat = async (seconds: number, work: (of: typeof server) => Promise<unknown>) => {
  for (;;) {
    await work(server).catch((error: unknown) => log.warn({ err: error }, "a run failed"));
    await pause((1_000 * seconds) / time.factor);
  }
};
await Promise.all([repeat(5, startDue), repeat(1, sendTexts), repeat(15, settleOverdue)]);
