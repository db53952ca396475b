import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "#ports/sms/twilio/fakeTwilio.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { createTwilioVoice } from "#ports/voice/twilio/twilioVoice.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/* What reaches a carrier's webhooks and isn't the carrier's changes nothing; what is counts once. */

let app: TestApp;
let twilio: FakeTwilio;
let dealer: Dealership;
let tried = 0;

beforeAll(async () => {
  twilio = await startFakeTwilio(async () => 200);
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: twilio.apiUrl };
  const settings = { ...account, publicUrl, log: pino({ level: "silent" }) };
  app = await startTestApp({ sms: createTwilioSms(settings), voice: createTwilioVoice(settings) });
  dealer = await app.dealership();
});
afterAll(async () => {
  console.info(`${tried} hostile webhook requests tried.`);
  await app.close();
  await twilio.close();
});

const paths = [
  "message",
  "status",
  "voice",
  "voice/picked-up",
  "voice/accepted",
  "voice/dialed",
  "voice/left",
  "recording",
];
const addresses = paths.map((path) => `/webhooks/twilio/${path}`);

function formFor(address: string): Record<string, string> {
  const ids = { AccountSid: accountSid, MessageSid: `SM${"7".repeat(32)}`, CallSid: `CA${"7".repeat(32)}` };
  const parties = { From: "+12125550177", To: dealer.number, Body: "Hello", NumMedia: "0" };
  const ended: Record<string, string> = address.endsWith("recording") ? { CallStatus: "completed" } : {};
  return { ...ids, ...parties, ...ended, MessageStatus: "delivered", DialCallStatus: "no-answer" };
}

interface Sent {
  readonly form: Record<string, string>;
  readonly signature?: string;
  readonly method?: string;
  readonly type?: string;
  readonly payload?: string;
}

async function send(address: string, { form, signature, method = "POST", type, payload }: Sent): Promise<number> {
  tried += 1;
  const headers = {
    "content-type": type ?? "application/x-www-form-urlencoded",
    ...(signature !== undefined && { "x-twilio-signature": signature }),
  };
  const body = payload ?? new URLSearchParams(form).toString();
  const answer = await app.http.inject({ method: method as "POST", url: address, headers, payload: body });
  return answer.statusCode;
}

const sign = (address: string, form: Record<string, string>, token?: string) =>
  twilio.sign(publicUrl + address, form, token);

/** Everything that a webhook could write. */
async function storedRows(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `select (select count(*) from messages)::int as messages, (select count(*) from calls)::int as calls,
       (select count(*) from customers)::int as customers, (select count(*) from consent_events)::int as consent`,
  );
  return rows[0];
}

test.each(addresses)("%s takes nothing that the carrier didn't sign for our account", async (address) => {
  const before = await storedRows();
  const form = formFor(address);
  const foreign = { ...form, AccountSid: `AC${"f".repeat(32)}` };
  const statuses = {
    unsigned: await send(address, { form }),
    forged: await send(address, { form, signature: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" }),
    "signed with another token": await send(address, { form, signature: sign(address, form, "stolen") }),
    "signed for another form": await send(address, { form, signature: sign(address, { ...form, Body: "x" }) }),
    "signed for another address": await send(address, { form, signature: sign(`${address}?m=1`, form) }),
    "of another account": await send(address, { form: foreign, signature: sign(address, foreign) }),
    "as JSON": await send(address, {
      form,
      signature: sign(address, form),
      type: "application/json",
      payload: JSON.stringify(form),
    }),
  };
  expect(Object.entries(statuses).filter(([, status]) => status !== 403)).toEqual([]);
  const huge = "x=".padEnd(2 * 1024 * 1024, "y");
  expect(await send(address, { form, signature: "AAAA", payload: huge })).toBe(413);
  for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const payload = method === "GET" ? "" : undefined;
    const status = await send(address, {
      form,
      signature: sign(address, form),
      method,
      ...(payload === "" && { payload }),
    });
    expect([404, 405], `${method}: ${status}`).toContain(status);
  }
  expect(await storedRows()).toEqual(before);
});

test.each(addresses)("%s replayed changes nothing more", async (address) => {
  const form = formFor(address);
  expect(await send(address, { form, signature: sign(address, form) })).toBe(200);
  const once = await storedRows();
  const replays = Array.from({ length: 3 }, () => send(address, { form, signature: sign(address, form) }));
  expect(await Promise.all(replays)).toEqual([200, 200, 200]);
  expect(await storedRows()).toEqual(once);
});
