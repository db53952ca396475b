import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { openPools } from "#core/server/pools.ts";
import { sendEmails } from "#domains/campaigns/sending/server/sendDue.ts";
import { settleOverdue } from "#domains/campaigns/sending/server/settle.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { createSmtp } from "#ports/email/smtp.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { createApp } from "#server/app.ts";
import { createManualJobs } from "../manualJobs.ts";
import { createRecordedEvents } from "../recordedEvents.ts";
import { createRecordedPushes } from "../recordedPushes.ts";
import { createScriptedCalendars } from "../scriptedCalendars.ts";
import { createScriptedDns } from "../scriptedDns.ts";
import { createScriptedSms } from "../scriptedSms.ts";
import { createScriptedVoice } from "../scriptedVoice.ts";
import { createScriptedWebsites } from "../scriptedWebsites.ts";
import { createFastClock } from "./workerClock.ts";

/* A process that sends email campaigns to a mail server until somebody kills it, with a clock that runs fast. */

const { DATABASE_URL = "", SMTP_URL = "", PUBLIC_URL = "", PORT = "0", TIME = "{}", TIMEOUT = "0" } = process.env;
const time = JSON.parse(TIME);
const log = pino({ level: process.env.LOG_LEVEL ?? "silent" });
const clock = createFastClock(time);
const email = createSmtp({
  url: SMTP_URL,
  from: "mail@rooftop.test",
  bounceDomain: "bounces.rooftop.test",
  log,
  timeout: Number(TIMEOUT),
});
const app = await createApp({
  pools: openPools(DATABASE_URL, log, "a secret of the survival tests, long enough"),
  ports: {
    clock,
    email: { ...email, answersWithin: time.factor * email.answersWithin },
    sms: createScriptedSms(),
    voice: createScriptedVoice(),
    dns: createScriptedDns(),
    websites: createScriptedWebsites(),
    calendars: createScriptedCalendars(),
    jobs: createManualJobs(clock),
    realtime: createRecordedEvents(),
    push: createRecordedPushes(),
    storage: createFileStorage({ folder: await mkdtemp(join(tmpdir(), "rooftop-worker-")) }),
  },
  log,
  secret: "x".repeat(32),
  publicUrl: PUBLIC_URL,
  trustProxy: [],
  servesWeb: false,
  webFolder: undefined,
  ready: () => true,
});
await app.http.listen({ port: Number(PORT), host: "127.0.0.1" });

const repeat = async (seconds: number, work: (of: typeof app.jobServer) => Promise<unknown>) => {
  for (;;) {
    await work(app.jobServer).catch((error: unknown) => log.warn({ err: error }, "a run failed"));
    await pause((1_000 * seconds) / time.factor);
  }
};
await Promise.all([repeat(5, startDue), repeat(1, sendEmails), repeat(15, settleOverdue)]);
