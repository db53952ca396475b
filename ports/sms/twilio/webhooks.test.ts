import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InboundText, Sms, StatusReport } from "../sms.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import { createTwilioSms } from "./twilioSms.ts";

let fake: FakeTwilio;
let http: FastifyInstance;
let sms: Sms;
let received: (InboundText | StatusReport)[];
let isDown: boolean;

beforeEach(async () => {
  fake = await startFakeTwilio(async () => 200);
  http = Fastify();
  [received, isDown] = [[], false];
  const store = async (item: InboundText | StatusReport) => {
    if (isDown) throw new Error("the database is away");
    received.push(item);
  };
  const tokens: [string, string] = [authToken, "the-older-token"];
  sms = createTwilioSms({
    accountSid,
    authTokens: tokens,
    apiUrl: fake.apiUrl,
    publicUrl,
    log: pino({ level: "silent" }),
  });
  await sms.connect({ onInboundText: store, onStatusReport: store }, http);
});
afterEach(async () => {
  await sms.stop();
  await fake.close();
  await http.close();
});

const message = {
  AccountSid: accountSid,
  MessageSid: "SM1",
  From: "+19095550123",
  To: "+19095550100",
  Body: "",
  NumMedia: "0",
  AddedWithoutNotice: "yes",
};

function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams(form).toString();
  return http.inject({ method: "POST", url: path, headers: { ...type, ...headers }, payload });
}

function signed(path: string, form: Record<string, string>, token?: string) {
  return post(path, form, { "x-twilio-signature": fake.sign(publicUrl + path, form, token) });
}

describe("the signature", () => {
  test("matches the example in Twilio's documentation", async () => {
    const exampleHttp = Fastify();
    const settings = { accountSid: "AC1", authTokens: ["12345"] as [string], apiUrl: fake.apiUrl };
    const example = createTwilioSms({
      ...settings,
      publicUrl: "https://mycompany.com",
      log: pino({ level: "silent" }),
    });
    await example.connect({ onInboundText: async () => {}, onStatusReport: async () => {} }, exampleHttp);
    const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
    const form = {
      CallSid: "CA1234567890ABCDE",
      Caller: "+14158675309",
      Digits: "1234",
      From: "+14158675309",
      To: "+18005551212",
    };
    expect(fake.sign(url, form, "12345")).toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
    expect(fake.sign(url, { ...form, Digits: "1235" }, "12345")).not.toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
    await example.stop();
    await exampleHttp.close();
  });

  test("is accepted with either token, and covers unknown fields", async () => {
    expect((await signed("/webhooks/twilio/message", message)).statusCode).toBe(200);
    expect((await signed("/webhooks/twilio/message", message, "the-older-token")).statusCode).toBe(200);
    expect(received).toHaveLength(2);
  });

  test.each([
    ["missing", {}],
    ["wrong", { "x-twilio-signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" }],
    ["empty", { "x-twilio-signature": "" }],
  ])("%s: 403 with an empty body", async (_name, headers) => {
    for (const path of ["/webhooks/twilio/message", "/webhooks/twilio/status?m=1"]) {
      const answer = await post(path, message, headers);
      expect([answer.statusCode, answer.body]).toEqual([403, ""]);
    }
    expect(received).toEqual([]);
  });

  test("is refused for a changed body or URL, regardless of the Host header", async () => {
    const path = "/webhooks/twilio/status?m=1";
    const form = { ...message, MessageStatus: "sent" };
    const signature = { "x-twilio-signature": fake.sign(publicUrl + path, form) };
    expect((await post(path, { ...form, MessageStatus: "delivered" }, signature)).statusCode).toBe(403);
    expect((await post("/webhooks/twilio/status?m=2", form, signature)).statusCode).toBe(403);
    const elsewhere = { "x-twilio-signature": fake.sign(`https://evil.test${path}`, form), host: "evil.test" };
    expect((await post(path, form, elsewhere)).statusCode).toBe(403);
    expect(
      (await post(path, form, { ...signature, host: "internal:3000", "x-forwarded-proto": "http" })).statusCode,
    ).toBe(200);
  });

  test("is refused for another account", async () => {
    const foreign = { ...message, AccountSid: `AC${"ff".repeat(16)}` };
    expect((await signed("/webhooks/twilio/message", foreign)).statusCode).toBe(403);
    expect(received).toEqual([]);
  });
});

test("responds to an inbound text with empty TwiML", async () => {
  const answer = await signed("/webhooks/twilio/message", { ...message, Body: "STOP", OptOutType: "STOP" });
  expect([answer.body, answer.headers["content-type"]]).toEqual(["<Response/>", "text/xml"]);
  expect(received[0]).toMatchObject({ sid: "SM1", body: "STOP", carrierAnsweredOptOut: true });
});

test.each([
  ["STOP", "stop"],
  ["START", "start"],
  ["HELP", "help"],
  ["stop", "stop"],
])("passes the carrier's own word on: OptOutType=%s", async (OptOutType, carrierKeyword) => {
  await signed("/webhooks/twilio/message", { ...message, Body: "ARRET", OptOutType });
  expect(received[0]).toMatchObject({ body: "ARRET", carrierAnsweredOptOut: true, carrierKeyword });
});

test("an unknown OptOutType was answered by the carrier, and means nothing else", async () => {
  await signed("/webhooks/twilio/message", { ...message, Body: "Hi", OptOutType: "PAUSE" });
  expect(received[0]).toMatchObject({ carrierAnsweredOptOut: true });
  expect(received[0]).not.toHaveProperty("carrierKeyword");
  await signed("/webhooks/twilio/message", { ...message, MessageSid: "SM2", Body: "Hi", OptOutType: "" });
  expect(received[1]).toMatchObject({ carrierAnsweredOptOut: false });
});

test.each([
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["queued", "queued"],
  ["sending", "queued"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
])("maps Twilio's %s to %s", async (MessageStatus, status) => {
  await signed("/webhooks/twilio/status?m=7-1-2", { ...message, MessageStatus, ErrorCode: "30006" });
  expect(received).toMatchObject([{ reference: "7-1-2", sid: "SM1", status }]);
  expect((received[0] as StatusReport).refusal?.code).toBe(status === "failed" ? "30006" : undefined);
});

test.each(["receiving", "received", "constructor", ""])("ignores the status %j with a 200", async (MessageStatus) => {
  const answer = await signed("/webhooks/twilio/status?m=1", { ...message, MessageStatus });
  expect(answer.statusCode).toBe(200);
  expect(received).toEqual([]);
});

test("a webhook that can't be stored gets a 503, so that Twilio delivers it again", async () => {
  isDown = true;
  const answer = await signed("/webhooks/twilio/message", message);
  expect([answer.statusCode, answer.body]).toEqual([503, ""]);
});

test("a body over 64 kB, JSON and a multipart body are refused", async () => {
  const large = await signed("/webhooks/twilio/message", { ...message, Body: "x".repeat(70_000) });
  expect([large.statusCode, large.body]).toEqual([413, ""]);
  for (const type of ["application/json", "multipart/form-data; boundary=x"]) {
    const headers = { "content-type": type, "x-twilio-signature": "AAAA" };
    const answer = await http.inject({ method: "POST", url: "/webhooks/twilio/message", headers, payload: "{" });
    expect(answer.statusCode).toBe(403);
  }
});
