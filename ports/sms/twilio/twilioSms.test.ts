import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OutgoingText, Sms } from "../sms.ts";
import { accountSid, authToken, type FakeTwilio, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import { createTwilioSms } from "./twilioSms.ts";

let fake: FakeTwilio;
let sms: Sms;
beforeEach(async () => {
  fake = await startFakeTwilio(async () => 200);
  sms = createTwilioSms({
    accountSid,
    authTokens: [authToken],
    apiUrl: `${fake.apiUrl}/`,
    publicUrl: `${publicUrl}/`,
    log: pino({ level: "silent" }),
    timeout: 300,
  });
});
afterEach(async () => {
  await sms.stop();
  await fake.waitForReports();
  await fake.close();
});

const text: OutgoingText = {
  from: "+19095550100",
  to: "+19095550123",
  body: "Ready? 100% & more",
  media: [],
  reference: "7-1-1",
};
const lost = { ...text, since: new Date(), notSids: [] };

test("a send is one form with our reference in the callback URL, and no custom header", async () => {
  await sms.send({ ...text, media: ["https://rooftop.test/a.jpg", "https://rooftop.test/b.jpg"] });
  const [request] = fake.requests;
  expect(request?.path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages.json`);
  expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
    From: text.from,
    To: text.to,
    Body: text.body,
    StatusCallback: `${publicUrl}/webhooks/twilio/status?m=7-1-1`,
  });
  expect(request?.form.getAll("MediaUrl")).toEqual(["https://rooftop.test/a.jpg", "https://rooftop.test/b.jpg"]);
  expect(Object.keys(request?.headers ?? {}).filter((header) => header.includes("idempotency"))).toEqual([]);
});

test.each([
  ["500", 500, "{}"],
  ["503 with HTML", 503, "<html>"],
  ["201 with invalid JSON", 201, '{"sid":"SM'],
  ["201 without a sid", 201, '{"status":"queued"}'],
  ["a redirect", 302, ""],
  ["a proxy's timeout", 408, ""],
])("%s is lost, without a retry", async (_name, status, body) => {
  fake.nextResponses.push((response) => response.writeHead(status, { location: "/elsewhere" }).end(body));
  expect(await sms.send(text)).toMatchObject({ kind: "lost" });
  expect(fake.requests).toHaveLength(1);
});

test("a response that times out is lost, even halfway through its body", async () => {
  fake.nextResponses.push(() => {});
  expect(await sms.send(text)).toMatchObject({ kind: "lost" });
  fake.nextResponses.push((response) => response.writeHead(201, { "content-length": "100" }).write("{"));
  expect(await sms.send({ ...text, reference: "7-1-2" })).toMatchObject({ kind: "lost" });
  expect(fake.requests).toHaveLength(2);
  expect(sms.answersWithin).toBeGreaterThan(300);
});

test("a wrong token stops the channel", async () => {
  const account = { accountSid, authTokens: ["wrong"] as [string], apiUrl: fake.apiUrl };
  const wrong = createTwilioSms({ ...account, publicUrl, log: pino({ level: "silent" }) });
  expect(await wrong.send(text)).toMatchObject({ kind: "refused", refusal: { code: "20003", class: "channel" } });
  await wrong.stop();
});

test("a refusal without a code is final and has an explanation", async () => {
  fake.nextResponses.push((response) => response.writeHead(400).end("<html>"));
  const refusal = { code: "", class: "unknown", words: "The carrier didn't accept this text." };
  expect(await sms.send(text)).toEqual({ kind: "refused", refusal });
});

test("finds the text with this body and time, even pages later", async () => {
  const first = await sms.send(text);
  for (const body of ["a", "b", "c", "d"]) await sms.send({ ...text, body, reference: `7-2-${body}` });
  expect(await sms.find(lost)).toMatchObject({ kind: "found", sid: first.kind === "accepted" && first.sid });
  expect(fake.requests.filter(({ method }) => method === "GET").length).toBeGreaterThan(1);
});

test("two matching texts are unclear; with one excluded, the other is found", async () => {
  const first = await sms.send(text);
  await sms.send({ ...text, reference: "7-1-2" });
  expect(await sms.find(lost)).toMatchObject({ kind: "unclear" });
  const notSids = first.kind === "accepted" ? [first.sid] : [];
  expect(await sms.find({ ...lost, notSids })).toMatchObject({ kind: "found" });
});

test("does not match a text of another day or with another body", async () => {
  await sms.send({ ...text, body: `${text.body}!` });
  await sms.send(text);
  const [newest] = fake.texts;
  if (newest) newest.date_created = new Date(Date.now() - 24 * 3600_000).toUTCString();
  expect(await sms.find(lost)).toEqual({ kind: "absent", surely: false });
});

test("a list that can't be read completely is unclear", async () => {
  for (const [status, body] of [
    [500, "{}"],
    [200, "{}"],
    [200, '{"messages":[{"sid":"x"}]}'],
    [429, "{}"],
  ] as const) {
    fake.nextResponses.push((response) => response.writeHead(status).end(body));
    expect(await sms.find(lost)).toMatchObject({ kind: "unclear" });
  }
});

test("media: credentials go to the API only, and unknown hosts are not fetched", async () => {
  const picture = `${fake.apiUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM1/Media/ME1`;
  await sms.fetchMedia(picture);
  expect(fake.requests[0]?.headers.authorization).toMatch(/^Basic /);

  const requestedUrls: string[] = [];
  const elsewhere = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/secret`;
  fake.nextResponses.push((response) => response.writeHead(307, { location: address }).end());
  await expect(sms.fetchMedia(picture)).rejects.toThrow("not fetched from");
  await expect(sms.fetchMedia(address)).rejects.toThrow("not fetched from");
  for (const url of [
    "http://api.twilio.com/x",
    "https://twilio.com.evil.test/x",
    "https://api.twilio.com:8443/x",
    "file:///etc/passwd",
  ]) {
    await expect(sms.fetchMedia(url)).rejects.toThrow("not fetched from");
  }
  expect(requestedUrls).toEqual([]);
  elsewhere.close();
});

test("media: endless redirects, missing files and oversized files are refused", async () => {
  const picture = `${fake.apiUrl}/2010-04-01/Media/ME1`;
  for (let count = 0; count < 6; count++)
    fake.nextResponses.push((response) => response.writeHead(302, { location: picture }).end());
  await expect(sms.fetchMedia(picture)).rejects.toThrow("without end");
  fake.nextResponses.push((response) => response.writeHead(404).end());
  await expect(sms.fetchMedia(picture)).rejects.toThrow("404");
  fake.nextResponses.push((response) => response.end(Buffer.alloc(6 * 1024 * 1024 + 1)));
  await expect(sms.fetchMedia(picture)).rejects.toThrow("6 MB");
});
