/* As long as what the senders of three webhooks have to prove. */

import { createSign, generateKeyPairSync, sign } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bounceWordings } from "./bounceCorpus.ts";
import type { MailEvent } from "./email.ts";
import { type MailWebhookSettings, mountMailWebhooks } from "./webhooks.ts";

const reference = `c.1-2z-3-4.${"a1".repeat(12)}`;
const topic = "arn:aws:sns:us-east-1:123456789012:mail";
const amazon = generateKeyPairSync("rsa", { modulusLength: 2048 });
const sendgrid = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const certificateName = "/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem";
const certificateUrl = `https://sns.us-east-1.amazonaws.com${certificateName}`;

let http: FastifyInstance;
let events: MailEvent[];
let inbound: string[];
let fetched: string[];
let failsNext: boolean;
let elapsed: number;

const settings: MailWebhookSettings = {
  secret: "the-secret-of-a-mail-server",
  sesTopics: [topic],
  sendgridKey: sendgrid.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  fetchText: async (url) => {
    fetched.push(url.href);
    return amazon.publicKey.export({ type: "spki", format: "pem" }).toString();
  },
};

async function open(more: MailWebhookSettings = {}): Promise<void> {
  http = Fastify();
  const onInboundMail = async (raw: Buffer) => {
    if (failsNext) throw new Error("the database is away");
    inbound.push(raw.toString());
    return false;
  };
  const onMailEvent = async (event: MailEvent) => {
    if (failsNext) throw new Error("the database is away");
    events.push(event);
  };
  const log = pino({ level: "silent" });
  await mountMailWebhooks(http, { onMailEvent, onInboundMail }, { ...settings, now: () => elapsed, ...more, log });
}

async function reopen(more: MailWebhookSettings): Promise<void> {
  await http.close();
  await open(more);
}

beforeEach(async () => {
  [events, inbound, fetched, failsNext, elapsed] = [[], [], [], false, 0];
  await open();
});
afterEach(() => http.close());

async function post(name: string, payload: string | Buffer, headers: Record<string, string> = {}): Promise<number> {
  const url = `/webhooks/email/${name}`;
  return (await http.inject({ method: "POST", url, payload, headers })).statusCode;
}

const bounce = bounceWordings.postfix?.({ reference, to: "ana@example.com" }, "5.1.1", "550 5.1.1 User unknown") ?? "";

describe("mails that a mail server passes on", () => {
  const bearer = { authorization: `Bearer ${settings.secret}`, "content-type": "message/rfc822" };

  test("are taken with the secret, as a token or as a password", async () => {
    const basic = `Basic ${Buffer.from(`mail:${settings.secret}`).toString("base64")}`;
    expect(await post("message", bounce, bearer)).toBe(200);
    expect(await post("message", bounce, { authorization: basic })).toBe(200);
    expect(events).toMatchObject([{ kind: "bounced", bounce: "hard", references: [reference] }, { kind: "bounced" }]);
    expect(events[0]?.event_id).toBe(events[1]?.event_id);
  });

  test.each([
    ["no secret", undefined],
    ["an empty one", "Bearer "],
    ["a wrong one", "Bearer wrong"],
    ["another scheme", `Digest ${settings.secret}`],
    ["an empty password", `Basic ${Buffer.from("mail:").toString("base64")}`],
  ])("are refused with %s", async (_what, authorization) => {
    expect(await post("message", bounce, authorization === undefined ? {} : { authorization })).toBe(403);
    expect(events).toEqual([]);
  });

  test("are refused when they are too large, and taken without an event when they say nothing", async () => {
    expect(await post("message", Buffer.alloc(2 * 1024 * 1024 + 1, "x"), bearer)).toBe(413);
    expect(await post("message", "Subject: Hello\r\n\r\nHow are you?", bearer)).toBe(200);
    expect(events).toEqual([]);
  });

  test("are repeated by the server when we could not store them", async () => {
    failsNext = true;
    expect(await post("message", bounce, bearer)).toBe(503);
  });

  test("come at a bounded rate, of which those without the secret use up nothing", async () => {
    await reopen({ perMinute: 3 });
    for (let n = 0; n < 20; n++) expect(await post("message", bounce, { authorization: "Bearer wrong" })).toBe(403);
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push(await post("message", bounce, bearer));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    elapsed += 60_000;
    expect(await post("message", bounce, bearer)).toBe(200);
  });
});

interface SnsFields extends Record<string, string | undefined> {}

function snsMessage(message: unknown, changes: SnsFields = {}, after: SnsFields = {}): string {
  const fields: SnsFields = {
    Type: "Notification",
    MessageId: "4f2c",
    TopicArn: topic,
    Message: typeof message === "string" ? message : JSON.stringify(message),
    Timestamp: "2026-11-22T10:00:00.000Z",
    SignatureVersion: "2",
    SigningCertURL: certificateUrl,
    ...changes,
  };
  const names =
    fields.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const signed = names.flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`])).join("");
  const algorithm = fields.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
  const Signature = createSign(algorithm).update(signed).sign(amazon.privateKey, "base64");
  return JSON.stringify({ ...fields, Signature, ...after });
}

describe("mails that SES received", () => {
  const raw = "To: leads-x@leads.example.com\r\nSubject: Lead\r\n\r\nHi, is it there? Zoë\r\n";
  const received = (encoding: string, recipients: unknown = ["leads-y@leads.example.com"]) => ({
    notificationType: "Received",
    receipt: { recipients, spamVerdict: { status: "PASS" }, action: { type: "SNS", topicArn: topic, encoding } },
    content: encoding === "BASE64" ? Buffer.from(raw).toString("base64") : raw,
  });

  test.each(["BASE64", "UTF8"])(
    "are passed on as they came, with their envelope's recipients (%s)",
    async (encoding) => {
      expect(await post("ses", snsMessage(received(encoding)))).toBe(200);
      expect(inbound).toEqual([`X-Original-To: leads-y@leads.example.com\r\n${raw}`]);
      expect(events).toEqual([]);
    },
  );

  test("are taken only with Amazon's signature, and again after a failure", async () => {
    expect(await post("ses", snsMessage(received("UTF8"), {}, { Signature: "AAAA" }))).toBe(403);
    failsNext = true;
    expect(await post("ses", snsMessage(received("UTF8")))).toBe(503);
    failsNext = false;
    expect(await post("ses", snsMessage(received("UTF8")))).toBe(200);
    expect(inbound).toHaveLength(1);
  });

  test("can't write headers of their own by their recipients", async () => {
    const odd = ["a@example.com\r\nTo: leads-z@leads.example.com", "a b@example.com", 7, ""];
    expect(await post("ses", snsMessage(received("UTF8", odd)))).toBe(200);
    expect(await post("ses", snsMessage(received("UTF8", odd.slice(0, 2))))).toBe(200);
    expect(inbound).toEqual([raw, raw]);
  });
});

describe("Amazon SES", () => {
  const mail = {
    source: `b+${reference}@bounces.rooftop.test`,
    messageId: "0100018c",
    destination: ["ana@example.com"],
  };
  const bounced = (bounceType: string, status = "5.1.1") => ({
    eventType: "Bounce",
    mail,
    bounce: {
      bounceType,
      bounceSubType: "General",
      bouncedRecipients: [{ status, diagnosticCode: `smtp; 550 ${status}` }],
    },
  });

  test.each([
    [bounced("Permanent"), { kind: "bounced", bounce: "hard" }],
    [bounced("Permanent", "5.7.1"), { kind: "bounced", bounce: "policy" }],
    [bounced("Transient", "5.2.2"), { kind: "bounced", bounce: "soft" }],
    [bounced("Undetermined"), { kind: "bounced", bounce: "soft" }],
    [{ eventType: "Complaint", mail, complaint: { complaintFeedbackType: "abuse" } }, { kind: "complained" }],
    [{ eventType: "Complaint", mail, complaint: {} }, { kind: "complained" }],
    [{ notificationType: "Complaint", mail, complaint: {} }, { kind: "complained" }],
    [{ eventType: "Delivery", mail, delivery: {} }, { kind: "delivered" }],
    [{ eventType: "DeliveryDelay", mail, deliveryDelay: { delayType: "MailboxFull" } }, { kind: "deferred" }],
  ])("tells what happened: %o", async (message, expected) => {
    for (const SignatureVersion of ["1", "2"]) {
      expect(await post("ses", snsMessage(message, { SignatureVersion }), { "content-type": "text/plain" })).toBe(200);
    }
    const event = { ...expected, references: [reference], event_id: "ses:4f2c" };
    expect(events).toMatchObject([event, event]);
  });

  test.each([
    { eventType: "Send", mail },
    { eventType: "Open", mail },
    { eventType: "Click", mail },
    { eventType: "Complaint", mail, complaint: { complaintFeedbackType: "not-spam" } },
    { eventType: "Rendering Failure", mail },
    { nothing: true },
    "Successfully validated SNS topic for Amazon SES event publishing.",
    "[]",
  ])("has events that change nothing: %o", async (message) => {
    expect(await post("ses", snsMessage(message))).toBe(200);
    expect(events).toEqual([]);
  });

  test("finds which mail it was in the original headers, too", async () => {
    const headers = [{ name: "Message-ID", value: `<${reference}@rooftop.test>` }];
    await post("ses", snsMessage({ ...bounced("Permanent"), mail: { source: "mail@rooftop.test", headers } }));
    expect(events).toMatchObject([{ references: [reference] }]);
  });

  test.each<[string, string]>([
    [
      "changed after it was signed",
      snsMessage(bounced("Permanent"), {}, { Message: JSON.stringify({ ...bounced("Permanent"), x: 1 }) }),
    ],
    ["about another topic", snsMessage(bounced("Permanent"), { TopicArn: `${topic}2` })],
    ["of an unknown kind", snsMessage(bounced("Permanent"), { Type: "Other" })],
    ["of an inherited kind", snsMessage(bounced("Permanent"), { Type: "toString" })],
    ["of another version", snsMessage(bounced("Permanent"), { SignatureVersion: "3" })],
    ["without a signature", snsMessage(bounced("Permanent"), {}, { Signature: undefined })],
    ["signed by somebody", snsMessage(bounced("Permanent"), {}, { Signature: "AAAA" })],
    ...[
      "https://sns.evil.example/x.pem",
      "https://sns.us-east-1.amazonaws.com.evil.example/x.pem",
      "https://evil.example/sns.us-east-1.amazonaws.com/x.pem",
      `https://s3.us-east-1.amazonaws.com/mine${certificateName}`,
      "https://sns.us-east-1.amazonaws.com/x.pem",
      "https://sns.us-east-1.amazonaws.com/x.txt",
      `https://sns.us-east-1.amazonaws.com/mine${certificateName}`,
      ...[
        "user@sns.us-east-1.amazonaws.com",
        ":password@sns.us-east-1.amazonaws.com",
        "sns.us-east-1.amazonaws.com:8443",
        "sns.us-east-1.amazonaws.com.evil.example",
        "sns.s3.amazonaws.com",
        "sns.s3-us-west-2.amazonaws.com",
        "sns.s3-website-us-east-1.amazonaws.com",
        "sns.s3-accelerate.amazonaws.com",
        "sns.us-east-1.s3.amazonaws.com",
        "sns.elb.amazonaws.com",
        "sns.amazonaws.com",
        "sns..amazonaws.com",
        "sns.us-east.amazonaws.com",
        "sns.us-east-1.amazonaws.com.cn",
        "sns.cn-north-1.amazonaws.com",
        "sns.us-east-1.amazonaws.org",
        "sns.us-east-1xamazonaws.com",
        "evil-sns.us-east-1.amazonaws.com",
        "evil.example\\@sns.us-east-1.amazonaws.com",
        "xsns.us-east-1.amazonaws.com",
      ].map((host) => `https://${host}${certificateName}`),
      `${certificateUrl}?x`,
      `${certificateUrl}#x`,
      certificateUrl.replace("https:", "http:"),
      certificateUrl.replace("https:", "ftp:"),
      `//${certificateUrl.slice(8)}`,
      "file:///etc/x.pem",
      "",
    ].map((SigningCertURL): [string, string] => [
      `with a certificate from ${SigningCertURL}`,
      snsMessage(bounced("Permanent"), { SigningCertURL }),
    ]),
  ])("is not believed %s", async (_what, body) => {
    expect(await post("ses", body)).toBe(403);
    expect(events).toEqual([]);
    expect(fetched.filter((url) => url !== certificateUrl)).toEqual([]);
  });

  test.each([
    "us-east-1",
    "eu-central-2",
    "ap-southeast-5",
    "us-gov-west-1",
    "mx-central-1",
    "me-south-1",
    "us-iso-east-1",
  ])("signs in %s", async (region) => {
    const SigningCertURL = certificateUrl.replace("us-east-1", region);
    expect(await post("ses", snsMessage(bounced("Permanent"), { SigningCertURL }))).toBe(200);
  });

  test("signs in China at its own domain", async () => {
    const SigningCertURL = certificateUrl.replace("us-east-1.amazonaws.com", "cn-northwest-1.amazonaws.com.cn");
    expect(await post("ses", snsMessage(bounced("Permanent"), { SigningCertURL }))).toBe(200);
  });

  test("is not held up by what others send in its name", async () => {
    await reopen({ perMinute: 2 });
    expect(await post("ses", snsMessage(bounced("Permanent")))).toBe(200);
    const forged = snsMessage(bounced("Permanent"), {}, { Signature: "AAAA" });
    for (let n = 0; n < 20; n++) expect(await post("ses", forged)).toBe(403);
    const own = [];
    for (let n = 0; n < 3; n++) own.push(await post("ses", snsMessage(bounced("Permanent"))));
    expect(own).toEqual([200, 429, 429]);
  });

  test("is asked for so many certificates only on behalf of one address, and for a known one not again", async () => {
    const asOf = (remoteAddress: string, payload: string) =>
      http
        .inject({ method: "POST", url: "/webhooks/email/ses", payload, remoteAddress })
        .then(({ statusCode }) => statusCode);
    const forged = (n: number) =>
      snsMessage(
        bounced("Permanent"),
        { SigningCertURL: certificateUrl.replace("9c64", `${n}`) },
        { Signature: "AAAA" },
      );
    await post("ses", snsMessage(bounced("Permanent")));
    fetched = [];
    const statuses = [];
    for (let n = 100; n < 140; n++) statuses.push(await asOf("203.0.113.5", forged(n)));
    expect(statuses).toEqual([...Array(30).fill(403), ...Array(10).fill(429)]);
    expect(fetched.length).toBe(30);
    expect(await asOf("203.0.113.5", snsMessage(bounced("Permanent")))).toBe(200);
    expect(await asOf("203.0.113.6", forged(141))).toBe(403);
  });

  test("is asked again for a certificate only when it could not be reached", async () => {
    const failing = (status: number) => ({
      fetchText: async () => {
        throw Object.assign(new Error("No answer"), { status });
      },
    });
    const unknown = { SigningCertURL: certificateUrl.replace("9c64", "0000") };
    await reopen(failing(404));
    expect(await post("ses", snsMessage(bounced("Permanent"), unknown))).toBe(403);
    await reopen(failing(500));
    expect(await post("ses", snsMessage(bounced("Permanent"), unknown))).toBe(503);
  });

  test("is subscribed to by opening Amazon's own address, and no other", async () => {
    const confirmation = (SubscribeURL: string) =>
      snsMessage("You have chosen to subscribe", { Type: "SubscriptionConfirmation", Token: "t", SubscribeURL });
    expect(await post("ses", confirmation("https://evil.example/?Action=ConfirmSubscription"))).toBe(200);
    expect(fetched.filter((url) => url !== certificateUrl)).toEqual([]);
    const own = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t";
    expect(await post("ses", confirmation(own))).toBe(200);
    expect(fetched).toContain(own);
    expect(events).toEqual([]);
  });

  test("sends what can't be read", async () => {
    for (const body of ["", "{", "[]", "null", '"x"']) expect(await post("ses", body)).toBe(400);
  });
});

describe("SendGrid", () => {
  function signed(body: string, key = sendgrid.privateKey, timestamp = "1763805600") {
    return {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": sign("sha256", Buffer.from(timestamp + body), key).toString("base64"),
      "x-twilio-email-event-webhook-timestamp": timestamp,
    };
  }
  const smtpId = { "smtp-id": `<${reference}@rooftop.test>` };

  test("tells what happened, in lists", async () => {
    const list = [
      { ...smtpId, event: "processed", sg_event_id: "e0" },
      { ...smtpId, event: "delivered", sg_event_id: "e1", response: "250 OK" },
      { ...smtpId, event: "deferred", sg_event_id: "e2" },
      { ...smtpId, event: "bounce", type: "bounce", status: "5.1.1", reason: "550 5.1.1 unknown", sg_event_id: "e3" },
      { ...smtpId, event: "bounce", type: "bounce", status: "5.2.2", sg_event_id: "e4" },
      { ...smtpId, event: "bounce", type: "blocked", status: "5.1.1", sg_event_id: "e5" },
      { ...smtpId, event: "bounce", type: "blocked", reason: "550 5.7.1 blocked", sg_event_id: "e6" },
      { ...smtpId, event: "dropped", reason: "Bounced Address", sg_event_id: "e7" },
      { reference, event: "spamreport", sg_event_id: "e8" },
      { ...smtpId, event: "unsubscribe", sg_event_id: "e9" },
      { ...smtpId, event: "open", sg_machine_open: true, sg_event_id: "e10" },
      { ...smtpId, event: "delivered" },
      "nothing",
      null,
    ];
    const body = JSON.stringify(list);
    expect(await post("sendgrid", body, signed(body))).toBe(200);
    expect(events.map(({ kind, bounce: found, event_id }) => [event_id, kind, found])).toEqual([
      ["sendgrid:e1", "delivered", undefined],
      ["sendgrid:e2", "deferred", undefined],
      ["sendgrid:e3", "bounced", "hard"],
      ["sendgrid:e4", "bounced", "soft"],
      ["sendgrid:e5", "bounced", "soft"],
      ["sendgrid:e6", "bounced", "policy"],
      ["sendgrid:e8", "complained", undefined],
      ["sendgrid:e9", "unsubscribed", undefined],
    ]);
    for (const event of events) expect(event.references).toEqual([reference]);
  });

  test("is heard whatever strangers post meanwhile", async () => {
    const body = JSON.stringify([{ ...smtpId, event: "spamreport", sg_event_id: "e1" }]);
    for (let n = 0; n < 1_300; n++) expect(await post("sendgrid", body)).toBe(403);
    for (let n = 0; n < 44; n++) expect(await post("sendgrid", body, signed(body))).toBe(200);
    expect(events).toHaveLength(44);
  });

  test("is not believed without its own signature over time and body", async () => {
    const body = JSON.stringify([{ ...smtpId, event: "spamreport", sg_event_id: "e1" }]);
    const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
    const good = signed(body);
    const forged = [
      {},
      { ...good, "x-twilio-email-event-webhook-signature": "AAAA" },
      { ...good, "x-twilio-email-event-webhook-timestamp": "1763805601" },
      signed(body, other),
      signed(`${body} `),
    ];
    for (const headers of forged) expect(await post("sendgrid", body, headers as Record<string, string>)).toBe(403);
    expect(events).toEqual([]);
    expect(await post("sendgrid", "{}", signed("{}"))).toBe(400);
    expect(await post("sendgrid", body, good)).toBe(200);
  });
});

test("a webhook that isn't set up doesn't exist", async () => {
  await http.close();
  await open({ secret: undefined, sesTopics: [], sendgridKey: undefined });
  for (const name of ["message", "ses", "sendgrid"]) expect(await post(name, "x")).toBe(404);
});
