import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FormPage, LeadForms } from "../leadForms.ts";
import { type FakeMeta, fakeApp, startFakeMeta } from "./fakeMeta.ts";
import { createMetaLeadForms } from "./meta.ts";

let fake: FakeMeta;
let forms: LeadForms;
let page: FormPage;

beforeEach(async () => {
  fake = await startFakeMeta();
  forms = createMetaLeadForms({ ...fakeApp, hosts: fake.hosts, timeout: 2_000 });
  const granted = await forms.redeem("good", "https://rooftop.test/back");
  if (granted.kind !== "pages") throw new Error(granted.why);
  page = granted.pages[0] as FormPage;
});
afterEach(() => fake.close());

const signed = (body: string) => forms.notices({ "x-hub-signature-256": fake.sign(body) }, Buffer.from(body));
const noticeOf = (value: string) => `{"object":"page","entry":[{"changes":[{"field":"leadgen","value":${value}}]}]}`;

test("a notice counts only with Meta's signature of exactly these bytes", () => {
  const body = noticeOf('{"leadgen_id":"7","page_id":"8"}');
  expect(signed(body)).toEqual([{ page_ref: "8", ref: "7" }]);
  const wrong = createHmac("sha256", "another secret").update(body).digest("hex");
  for (const signature of [
    "",
    "sha256=",
    `sha256=${wrong}`,
    fake.sign(body).replace("sha256", "sha1"),
    fake.sign(`${body} `),
  ])
    expect(forms.notices({ "x-hub-signature-256": signature }, Buffer.from(body))).toBe("forbidden");
  expect(forms.notices({}, Buffer.from(body))).toBe("forbidden");
});

test("ids keep all their digits, whether they come as numbers or as texts", () => {
  for (const id of ["17841499999999999", '"17841499999999999"'])
    expect(signed(noticeOf(`{"leadgen_id":${id},"page_id" : ${id}}`))).toEqual([
      { page_ref: "17841499999999999", ref: "17841499999999999" },
    ]);
});

test("the question before the first notice is answered to whoever knows the operator's token", () => {
  const asked = { "hub.mode": "subscribe", "hub.verify_token": fakeApp.verifyToken, "hub.challenge": "1158201444" };
  expect(forms.challenge(asked)).toBe("1158201444");
  for (const change of [
    { "hub.verify_token": "another" },
    { "hub.verify_token": ["a", "b"] },
    { "hub.mode": "unsubscribe" },
    { "hub.challenge": "<script>alert(1)</script>" },
  ])
    expect(forms.challenge({ ...asked, ...change })).toBeUndefined();
  expect(forms.challenge({})).toBeUndefined();
});

test("every request proves that it is the app's, and neither secret nor token is in an address", async () => {
  await forms.follow(page);
  const sent = fake.requests.filter((request) => !request.includes("oauth"));
  for (const request of sent) {
    expect(request).toMatch(/appsecret_proof=[0-9a-f]{64}/);
    expect(request).not.toMatch(/page-1|long|very/);
  }
  expect(sent.at(-1)).toContain("subscribed_fields=leadgen");
});

test("only boxes that were checked count, and Instagram is named", async () => {
  const custom_disclaimer_responses = [
    { checkbox_key: "i_agree_to_receive_texts", is_checked: "1" },
    { checkbox_key: "newsletter", is_checked: "" },
  ];
  const field_data = [{ name: "email", values: ["ana@example.com"] }];
  const created_time = "2026-11-26T10:00:00-0500";
  const ref = fake.fill("12", { created_time, platform: "ig", field_data, custom_disclaimer_responses });
  const result = await forms.read(page, ref);
  expect(result).toMatchObject({
    form: { site: "Instagram", checked: ["i_agree_to_receive_texts"], filled_at: new Date("2026-11-26T15:00:00Z") },
  });
});

test.each([
  [400, 190, 0, "needs_access"],
  [403, 200, 0, "needs_access"],
  [403, 10, 0, "needs_access"],
  [400, 4, 0, "busy"],
  [400, 613, 0, "busy"],
  [500, 2, 0, "busy"],
  [400, 100, 33, "missing"],
  [400, 100, 0, "refused"],
] as const)("status %s with code %s means what Meta says", async (status, code, error_subcode, kind) => {
  const body = JSON.stringify({ error: { message: "No.", code, error_subcode } });
  fake.nextResponses.push((response) => void response.writeHead(status).end(body));
  expect((await forms.read(page, "1")).kind).toBe(kind);
});

test("an answer that isn't Meta's is no lead", async () => {
  for (const body of ["<html>", "[]", '{"id":5}', ""]) {
    fake.nextResponses.push((response) => void response.writeHead(200).end(body));
    expect((await forms.read(page, "1")).kind).toBe("busy");
  }
  expect((await forms.read({ ...page, ref: "../me" }, "../me/accounts?x=")).kind).toBe("missing");
});
