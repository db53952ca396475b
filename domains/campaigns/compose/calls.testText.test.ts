import { afterAll, beforeEach, expect, test } from "vitest";
import { justSentText } from "#core/server/sendUnlessRepeated.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { campaignPictures, testTexts } from "./contract.ts";

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

test("a double click texts once, and a test that failed can be sent again at once", async () => {
  const body = { phone_no: freshPhone(), message };
  const both = await Promise.allSettled([owner(testTexts.send, { body }), owner(testTexts.send, { body })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(owner(testTexts.send, { body })).rejects.toMatchObject({ status: 409, message: justSentText });
  expect(app.sms.sent).toHaveLength(1);
  await owner(testTexts.send, { body: { ...body, message: `${message} Really.` } });
  expect(app.sms.sent).toHaveLength(2);

  const other = { phone_no: freshPhone(), message };
  app.sms.answerNext({ kind: "busy", retryAfterSeconds: 5 });
  await expect(owner(testTexts.send, { body: other })).rejects.toMatchObject({ status: 409 });
  await owner(testTexts.send, { body: other });
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

test("an uploaded picture goes along with a test", async () => {
  const files = { picture: fileOf(await photo(50), "lot.jpg") };
  const { picture } = (await owner(campaignPictures.add, { files })).data;
  await owner(testTexts.send, { body: { phone_no: freshPhone(), message, picture } });
  expect(app.sms.sent[0]).toMatchObject({ media: [expect.stringContaining("picture.jpg")] });
  const other = await app.dealership();
  const stranger = (await app.signIn(other.owner))(testTexts.send, {
    body: { phone_no: freshPhone(), message, picture },
  });
  await expect(stranger).rejects.toMatchObject({ status: 404 });
});

test("the status says whether the location can text, and sends nothing", async () => {
  const ready = { is_ready: 1, number: dealer.number, sends_pictures: 1, is_registered: 1 };
  expect((await owner(testTexts.status)).data).toEqual(ready);
  await app.pool.query("update phone_numbers set sends_pictures = false where dealer_id = $1", [dealer.dealer_id]);
  expect((await owner(testTexts.status)).data).toEqual({ ...ready, sends_pictures: 0 });
  await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
  expect((await owner(testTexts.status)).data).toMatchObject({ is_ready: 0, number: null });
  expect(app.sms.sent).toEqual([]);
});

test("a number that isn't registered is said, and its tests are refused where the operator blocks replies", async () => {
  const unknown = await app.dealership();
  const call = await app.signIn(unknown.owner);
  await app.pool.query("update phone_numbers set registration = 'pending' where dealer_id = $1", [unknown.dealer_id]);
  expect((await call(testTexts.status)).data.is_registered).toBe(0);
  const body = { phone_no: freshPhone(), message: "Sale" };
  await call(testTexts.send, { body });
  await app.pool.query("update registration_terms set blocks_replies = 1");
  await expect(call(testTexts.send, { body })).rejects.toMatchObject({ status: 409 });
  await app.pool.query("update registration_terms set blocks_replies = 0");
});
