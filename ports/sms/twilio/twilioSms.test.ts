import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
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
const lost = { ...text, since: new Date(), until: new Date(Date.now() + 30_000), notSids: [] };

test("a send is one form with our reference in the callback URL, and no custom header", async () => {
  await sms.send({ ...text, media: ["https://rooftop.test/a.jpg", "https://rooftop.test/b.jpg"] }, inTime);
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
  expect(await sms.send(text, inTime)).toMatchObject({ kind: "lost" });
  expect(fake.requests).toHaveLength(1);
});

test("a response that times out is lost, even halfway through its body", async () => {
  fake.nextResponses.push(() => {});
  expect(await sms.send(text, inTime)).toMatchObject({ kind: "lost" });
  fake.nextResponses.push((response) => response.writeHead(201, { "content-length": "100" }).write("{"));
  expect(await sms.send({ ...text, reference: "7-1-2" }, inTime)).toMatchObject({ kind: "lost" });
  expect(fake.requests).toHaveLength(2);
  expect(sms.answersWithin).toBeGreaterThan(300);
});

test("a text whose deadline passes while it waits for a connection never leaves, and is due again", async () => {
  const connections = 64;
  const held: ServerResponse[] = [];
  const allHeld = Promise.withResolvers<void>();
  for (let at = 0; at < connections; at++) {
    fake.nextResponses.push((response) => {
      if (held.push(response) === connections) allHeld.resolve();
    });
  }
  const first = Array.from({ length: connections }, (_, at) => sms.send({ ...text, reference: `7-3-${at}` }, inTime));
  await allHeld.promise;
  let isLate = false;
  const waiting = sms.send({ ...text, reference: "7-4-1" }, { hasPassed: () => isLate });
  isLate = true;
  for (const response of held) response.writeHead(429).end("{}");
  await Promise.all(first);
  expect(await waiting).toEqual({ kind: "busy", retryAfterSeconds: 1 });
  expect(fake.requests).toHaveLength(connections);
});

test("without a connection a text certainly didn't leave, and is due again", async () => {
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: fake.apiUrl };
  const cutOff = createTwilioSms({ ...account, publicUrl, log: pino({ level: "silent" }) });
  await fake.close();
  expect(await cutOff.send(text, inTime)).toEqual({ kind: "busy", retryAfterSeconds: 15 });
  await cutOff.stop();
});

test("a request that is given up ends with a reset, so that nothing of it arrives later", async () => {
  const ended = Promise.withResolvers<string>();
  const silent = createTcpServer((socket) => {
    socket.on("error", ({ code }: NodeJS.ErrnoException) => ended.resolve(code ?? ""));
    socket.on("end", () => ended.resolve("an ordinary end"));
    socket.resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: `http://127.0.0.1:${port}` };
  const impatient = createTwilioSms({ ...account, publicUrl, log: pino({ level: "silent" }), timeout: 100 });
  expect(await impatient.send(text, inTime)).toMatchObject({ kind: "lost" });
  expect(await ended.promise).toBe("ECONNRESET");
  await impatient.stop();
  silent.close();
});

test.each([
  ["before its attempt began", -70_000, "absent"],
  ["as the attempt began, by a clock that is a bit behind", -50_000, "found"],
  ["in the last moment of the attempt", 30_000, "found"],
  ["at that moment, by a clock that is a bit ahead", 80_000, "found"],
  ["after the attempt was over", 100_000, "absent"],
])("looks for a text that was created %s", async (_when, after, kind) => {
  await sms.send(text, inTime);
  const [newest] = fake.texts;
  if (newest) newest.date_created = new Date(lost.since.getTime() + after).toUTCString();
  expect(await sms.find(lost)).toMatchObject({ kind });
});

test("a wrong token stops the channel", async () => {
  const account = { accountSid, authTokens: ["wrong"] as [string], apiUrl: fake.apiUrl };
  const wrong = createTwilioSms({ ...account, publicUrl, log: pino({ level: "silent" }) });
  expect(await wrong.send(text, inTime)).toMatchObject({
    kind: "refused",
    refusal: { code: "20003", class: "channel" },
  });
  await wrong.stop();
});

test("a refusal without a code is final and has an explanation", async () => {
  fake.nextResponses.push((response) => response.writeHead(400).end("<html>"));
  const refusal = { code: "", class: "unknown", words: "The carrier didn't accept this text." };
  expect(await sms.send(text, inTime)).toEqual({ kind: "refused", refusal });
});

test("finds the text with this body and time, even pages later", async () => {
  const first = await sms.send(text, inTime);
  for (const body of ["a", "b", "c", "d"]) await sms.send({ ...text, body, reference: `7-2-${body}` }, inTime);
  expect(await sms.find(lost)).toMatchObject({ kind: "found", sid: first.kind === "accepted" && first.sid });
  expect(fake.requests.filter(({ method }) => method === "GET").length).toBeGreaterThan(1);
});

test("two matching texts are unclear; with one excluded, the other is found", async () => {
  const first = await sms.send(text, inTime);
  await sms.send({ ...text, reference: "7-1-2" }, inTime);
  expect(await sms.find(lost)).toMatchObject({ kind: "unclear" });
  const notSids = first.kind === "accepted" ? [first.sid] : [];
  expect(await sms.find({ ...lost, notSids })).toMatchObject({ kind: "found" });
});

test("does not match a text of another day or with another body", async () => {
  await sms.send({ ...text, body: `${text.body}!` }, inTime);
  await sms.send(text, inTime);
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
