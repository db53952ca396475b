import Fastify from "fastify";
import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { MailEvent } from "#ports/email/email.ts";
import { createEmail, type EmailEnv } from "./createEmail.ts";

const log = pino({ level: "silent" });
const secret = "s".repeat(24);
const env: EmailEnv = {
  smtpUrl: undefined,
  mailFrom: undefined,
  mailBounceDomain: undefined,
  mailWebhooks: { secret },
  publicUrl: "https://rooftop.test",
  smsProvider: "simulator",
};
const unsubscription = [
  "From: ana@example.com",
  `To: u+c.1-2.${"a1".repeat(12)}@bounces.rooftop.test`,
  "Subject: unsubscribe",
  "",
  "",
].join("\r\n");

test.each<[what: string, change: Partial<EmailEnv>]>([
  ["the simulated mailbox", {}],
  ["no mail server beside a real carrier", { smsProvider: "twilio" }],
  ["a mail server", { smtpUrl: "smtp://127.0.0.1:9" }],
])("reports of mails come by their webhook with %s", async (_what, change) => {
  // Nothing is asked of the database.
  const pool = new pg.Pool();
  const http = Fastify();
  const { email } = createEmail({ ...env, ...change }, pool, log);
  const events: MailEvent[] = [];
  await email.connect({ onMailEvent: async (event) => void events.push(event) }, http);
  const post = (token: string) =>
    http.inject({
      method: "POST",
      url: "/webhooks/email/message",
      headers: { authorization: `Bearer ${token}`, "content-type": "message/rfc822" },
      payload: unsubscription,
    });
  expect([(await post(secret)).statusCode, (await post("wrong")).statusCode]).toEqual([200, 403]);
  expect(events).toMatchObject([{ kind: "unsubscribed" }]);
  await email.stop();
  await http.close();
  await pool.end();
});
