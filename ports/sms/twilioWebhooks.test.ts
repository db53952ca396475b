import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import type { InboundText, Sms, StatusReport } from "./sms.ts";
import { createTwilio } from "./twilio.ts";

let fake: FakeTwilio;
let http: FastifyInstance;
let sms: Sms;
let told: (InboundText | StatusReport)[];
let isAway: boolean;

beforeEach(async () => {
  fake = await startFakeTwilio(async () => 200);
  http = Fastify();
  [told, isAway] = [[], false];
  const store = async (what: InboundText | StatusReport) => {
    if (isAway) throw new Error("the database is away");
    told.push(what);
  };
  const tokens: [string, string] = [authToken, "the-older-token"];
  sms = createTwilio({
    accountSid,
    authTokens: tokens,
    apiUrl: fake.apiUrl,
    publicUrl,
    log: pino({ level: "silent" }),
  });
  await sms.connect({ inbound: store, status: store }, http);
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
  test("as documented: the five fields and the address of Twilio's own example", async () => {
    const exampleHttp = Fastify();
    const settings = { accountSid: "AC1", authTokens: ["12345"] as [string], apiUrl: fake.apiUrl };
    const example = createTwilio({ ...settings, publicUrl: "https://mycompany.com", log: pino({ level: "silent" }) });
    await example.connect({ inbound: async () => {}, status: async () => {} }, exampleHttp);
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

  test("by either token, over fields that we don't know too", async () => {
    expect((await signed("/webhooks/twilio/message", message)).statusCode).toBe(200);
    expect((await signed("/webhooks/twilio/message", message, "the-older-token")).statusCode).toBe(200);
    expect(told).toHaveLength(2);
  });

  test.each([
    ["missing", {}],
    ["wrong", { "x-twilio-signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" }],
    ["empty", { "x-twilio-signature": "" }],
  ])("%s: 403 and not a word", async (_name, headers) => {
    for (const path of ["/webhooks/twilio/message", "/webhooks/twilio/status?m=1"]) {
      const answer = await post(path, message, headers);
      expect([answer.statusCode, answer.body]).toEqual([403, ""]);
    }
    expect(told).toEqual([]);
  });

  test("of a changed body or address is refused, and the Host header has no say", async () => {
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

  test("of another account's request is refused", async () => {
    const foreign = { ...message, AccountSid: `AC${"ff".repeat(16)}` };
    expect((await signed("/webhooks/twilio/message", foreign)).statusCode).toBe(403);
    expect(told).toEqual([]);
  });
});

test("answers an inbound text with empty TwiML", async () => {
  const answer = await signed("/webhooks/twilio/message", { ...message, Body: "STOP", OptOutType: "STOP" });
  expect([answer.body, answer.headers["content-type"]]).toEqual(["<Response/>", "text/xml"]);
  expect(told[0]).toMatchObject({ sid: "SM1", body: "STOP", carrierAnsweredOptOut: true });
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
])("Twilio's %s is our %s", async (MessageStatus, status) => {
  await signed("/webhooks/twilio/status?m=7-1-2", { ...message, MessageStatus, ErrorCode: "30006" });
  expect(told).toMatchObject([{ reference: "7-1-2", sid: "SM1", status }]);
  expect((told[0] as StatusReport).refusal?.code).toBe(status === "failed" ? "30006" : undefined);
});

test.each(["receiving", "received", "constructor", ""])(
  "the status %j says nothing and is answered well",
  async (MessageStatus) => {
    const answer = await signed("/webhooks/twilio/status?m=1", { ...message, MessageStatus });
    expect(answer.statusCode).toBe(200);
    expect(told).toEqual([]);
  },
);

test("what can't be stored is answered with 503, so that it is told again", async () => {
  isAway = true;
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
