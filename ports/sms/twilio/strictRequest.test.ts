import { expect, test } from "vitest";
import { accountSid, authToken, startFakeTwilio } from "./fakeTwilio.ts";
import { createRepeatWatch, undocumentedIn } from "./strictRequest.ts";

const url = new URL("https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json");
const form = { To: "+19095550123", From: "+19095550100", Body: "Hi", StatusCallback: "https://rooftop.test/s?m=1" };
const send = (fields: Record<string, string> = {}, headers = {}, address = url) =>
  undocumentedIn({ method: "POST", url: address, form: new URLSearchParams({ ...form, ...fields }), headers });

test("a documented request passes", () => {
  expect(send({ ValidityPeriod: "3600" }, { authorization: "Basic x", "content-type": "text/plain" })).toEqual([]);
  const list = new URL(`${url}?To=%2B1&From=%2B2&PageSize=200`);
  expect(undocumentedIn({ method: "GET", url: list, form: new URLSearchParams(), headers: {} })).toEqual([]);
});

test.each([
  [
    "an invented idempotency header",
    send({}, { "i-twilio-idempotency-token": "1" }),
    "header i-twilio-idempotency-token",
  ],
  ["an invented parameter", send({ IdempotencyKey: "1" }), "parameter IdempotencyKey"],
  ["our reference in the address", send({}, {}, new URL(`${url}?m=1`)), "parameters in the address of a send"],
  ["a phone as people type it", send({ To: "(909) 555-0123" }), "To isn't E.164"],
  ["a long text", send({ Body: "a".repeat(1_601) }), "Body beyond 1,600 characters"],
  [
    "a host with an underscore",
    send({ StatusCallback: "https://a_b.test/" }),
    "an underscore in the host of StatusCallback",
  ],
])("names %s", (_, found, problem) => {
  expect(found).toEqual([problem]);
});

test("an attempt may be repeated after too many requests only", () => {
  const watch = createRepeatWatch();
  const attempt = new URLSearchParams(form);
  expect(watch.isRepeated(attempt)).toBe(false);
  watch.answered(attempt, "busy");
  expect(watch.isRepeated(attempt)).toBe(false);
  expect(watch.isRepeated(attempt)).toBe(true);
  watch.answered(attempt, "clear");
  expect(watch.isRepeated(attempt)).toBe(true);
});

test("the stand-in refuses what it doesn't know, and takes nothing", async () => {
  const fake = await startFakeTwilio(async () => 200);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const answer = await fetch(`${fake.apiUrl}${url.pathname}`, {
    method: "POST",
    headers: { authorization, "i-twilio-idempotency-token": "1" },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBe(400);
  expect(fake.texts).toEqual([]);
  expect(fake.violations).toContain("header i-twilio-idempotency-token");
  await fake.close();
});
