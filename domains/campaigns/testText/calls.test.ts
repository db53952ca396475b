import { afterAll, beforeEach, expect, test } from "vitest";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { testTexts } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const message = "Hi %first_name%, our sale starts today.";

beforeEach(async () => {
  app.sms.sent.splice(0);
  await app.pool.query("delete from rate_limits");
});
const stored = async (phone: string) =>
  (await app.pool.query("select state, error from campaign_tests where to_number = $1", [phone])).rows;

test("a test has the sender's name, the footer and the template's picture, and counts as no message", async () => {
  const files = { image: fileOf(await photo(50), "lot.jpg") };
  const template = (await owner(textTemplates.add, { body: { title: "Sale", template: "Sale" }, files })).data;
  const phone_no = freshPhone();
  const answer = await owner(testTexts.send, { body: { phone_no, message, template_id: template.id } });
  expect(answer).toMatchObject({ status: "success", message: "Text message sent!", data: { segments: 1 } });
  expect(app.sms.sent).toHaveLength(1);
  expect(app.sms.sent[0]).toMatchObject({ to: phone_no, from: dealer.number, media: [expect.stringContaining("/")] });
  expect(app.sms.sent[0]?.body).toMatch(/^Hi [^%]+, our sale starts today\. Reply STOP to unsubscribe from/);
  expect(await stored(phone_no)).toEqual([{ state: "accepted", error: "" }]);
  const { rows } = await app.pool.query("select 1 from messages union all select 1 from campaign_recipients");
  expect(rows).toEqual([]);
  const reference = app.sms.sent[0]?.reference ?? "";
  const report = { reference, sid: "SMtest", status: "delivered", refusal: undefined } as const;
  await app.sms.listener.onStatusReport(report);
});

test("a phone that opted out gets none, and the sixth of a minute waits", async () => {
  const phone_no = freshPhone();
  const stop = { sid: "SMstop", from: phone_no, to: dealer.number, body: "STOP", media: [] };
  await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
  await expect(owner(testTexts.send, { body: { phone_no, message } })).rejects.toMatchObject({ status: 422 });
  expect(app.sms.sent.filter(({ body }) => body.includes("sale"))).toEqual([]);
  const send = () => owner(testTexts.send, { body: { phone_no: freshPhone(), message } });
  for (let count = 0; count < 5; count += 1) await send();
  await expect(send()).rejects.toMatchObject({ status: 429 });
});

test("what the carrier refuses or leaves open is said, and kept", async () => {
  const [refused, lost] = [freshPhone(), freshPhone()];
  const words = "This phone can't be reached.";
  app.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words } });
  await expect(owner(testTexts.send, { body: { phone_no: refused, message } })).rejects.toMatchObject({ status: 422 });
  expect(await stored(refused)).toEqual([{ state: "failed", error: words }]);
  app.sms.answerNext({ kind: "lost", why: "reset" });
  await expect(owner(testTexts.send, { body: { phone_no: lost, message } })).rejects.toMatchObject({ status: 409 });
  expect(await stored(lost)).toEqual([{ state: "unknown", error: "lost" }]);
});

test("the status says whether the location can text, and sends nothing", async () => {
  expect((await owner(testTexts.status)).data).toEqual({ is_ready: 1, number: dealer.number });
  await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
  expect((await owner(testTexts.status)).data).toEqual({ is_ready: 0, number: null });
  expect(app.sms.sent).toEqual([]);
});
