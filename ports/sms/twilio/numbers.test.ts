import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import type { Sms } from "../sms.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import { createTwilioSms } from "./twilioSms.ts";

const log = pino({ level: "silent" });
let fake: FakeTwilio;
let sms: Sms;
beforeEach(async () => {
  fake = await startFakeTwilio(async () => 200);
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: fake.apiUrl };
  sms = createTwilioSms({ ...account, publicUrl: `${publicUrl}/`, log, timeout: 500 });
});
afterEach(async () => {
  await sms.stop();
  await fake.close();
});

test("searches text-capable numbers by area code for three digits, by content for more", async () => {
  await sms.numbers.search("909");
  await sms.numbers.search("9095");
  const queries = fake.requests
    .map(({ path }) => new URL(path, fake.apiUrl))
    .filter(({ pathname }) => pathname.includes("AvailablePhoneNumbers"))
    .map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(queries).toEqual([
    { AreaCode: "909", SmsEnabled: "true", PageSize: "20" },
    { Contains: "9095", SmsEnabled: "true", PageSize: "20" },
  ]);
  const path = `/2010-04-01/Accounts/${accountSid}/AvailablePhoneNumbers/US/Local.json`;
  expect(fake.requests.some((request) => request.path.startsWith(path))).toBe(true);
});

const webhooks = {
  SmsUrl: `${publicUrl}/webhooks/twilio/message`,
  SmsMethod: "POST",
  SmsFallbackUrl: `${publicUrl}/webhooks/twilio/message`,
  SmsFallbackMethod: "POST",
  VoiceUrl: `${publicUrl}/webhooks/twilio/voice`,
  VoiceMethod: "POST",
  VoiceFallbackUrl: `${publicUrl}/webhooks/twilio/voice`,
  VoiceFallbackMethod: "POST",
  StatusCallback: `${publicUrl}/webhooks/twilio/recording`,
  StatusCallbackMethod: "POST",
};

test("sets our webhooks on what it buys", async () => {
  await sms.numbers.buy("+19515550123", inTime);
  const [number] = fake.numbers.owned;
  expect(Object.fromEntries(number?.form ?? [])).toEqual({ PhoneNumber: "+19515550123", ...webhooks });
});

test("leads a number that it has already here, past what else would take its texts and calls", async () => {
  await sms.numbers.buy("+19515550123", inTime);
  const [number] = fake.numbers.owned;
  await sms.numbers.takeOver(number?.sid ?? "", inTime);
  const none = { SmsApplicationSid: "", VoiceApplicationSid: "", TrunkSid: "" };
  expect(Object.fromEntries(number?.form ?? [])).toEqual({ ...webhooks, ...none });
});

test.each([
  [500, "lost"],
  [503, "lost"],
  [408, "lost"],
  [201, "lost"],
  [429, "refused"],
  [401, "refused"],
  [400, "refused"],
])("a purchase answered with a bare %d is %s", async (status, kind) => {
  fake.nextResponses.push((response) => response.writeHead(status).end("?"));
  expect((await sms.numbers.buy("+19515550123", inTime)).kind).toBe(kind);
});

test("a response that times out is lost, though the number is bought", async () => {
  fake.nextResponses.push((_response, process) => process());
  expect(await sms.numbers.buy("+19515550123", inTime)).toMatchObject({ kind: "lost" });
  expect(await sms.numbers.checkOwnership("+19515550123")).toMatchObject({ kind: "ours" });
});

test("when the carrier fails, ownership is unclear and a release rejects", async () => {
  const fail = (response: ServerResponse) => void response.writeHead(500).end();
  fake.nextResponses.push(fail, fail);
  expect(await sms.numbers.checkOwnership("+19515550123")).toMatchObject({ kind: "unclear" });
  await expect(sms.numbers.release("PN1")).rejects.toThrow("status 500");
});

test("a number that only contains ours is not ours", async () => {
  await sms.numbers.buy("+195155501234", inTime);
  expect(await sms.numbers.checkOwnership("+19515550123")).toEqual({ kind: "not ours" });
});

test("without a price list, numbers are still listed, without prices", async () => {
  const original = fake.numbers.handle;
  fake.numbers.handle = (method, url, form) =>
    url.pathname.startsWith("/v1/") ? { status: 500 } : original(method, url, form);
  expect(await sms.numbers.search("909")).toMatchObject({
    kind: "found",
    numbers: [{ price: "" }, {}, {}, {}, {}, {}, {}, {}, {}],
  });
  expect(await sms.numbers.textPrices()).toBeUndefined();
});

test("a refused search passes on the carrier's reason", async () => {
  fake.nextResponses.push(
    (response) => response.writeHead(429).end("{}"),
    (response) => response.writeHead(429).end("{}"),
  );
  expect(await sms.numbers.search("909")).toEqual({
    kind: "failed",
    words: "The carrier is busy. Try again in a moment.",
  });
});
