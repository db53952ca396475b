import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { platformCustomers, platformMessages } from "#domains/admin/records/contract.ts";
import { ensurePlatformNumber } from "#domains/locations/server/public.ts";
import { mailedCode, pendingSignIn, post, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { platformTexts } from "./contract.ts";
import { replies } from "./rules.ts";

let app: TestApp;
let operatorEmail: string;
const number = freshPhone();
beforeAll(async () => {
  app = await startTestApp();
  operatorEmail = (await app.operator()).email;
  await app.server.within.control("test", (unit) => ensurePlatformNumber(unit, number, "scripted"));
});
afterAll(() => app.close());

let operator: Caller;
let dealer: Dealership;
let phone: string;
let sids = 0;
beforeEach(async () => {
  dealer = await app.dealership();
  phone = freshPhone();
  app.clock.advance(60_000);
  await app.pool.query("delete from rate_limits");
  operator = await app.signIn(operatorEmail);
});

async function receive(body: string, more: object = {}): Promise<void> {
  const text = { sid: `SMP${++sids}`, from: phone, to: number, body, media: [], carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText({ ...text, ...more });
  await app.jobs.runAll();
}

const repliesTo = (to: string) => app.sms.sent.filter((text) => text.to === to).map(({ body }) => body);
const texts = async () => (await operator(platformTexts.table, { body: { search: { value: phone } } })).data;
const count = async (table: string) =>
  (await app.pool.query(`select count(*)::int as count from ${table} where dealer_id = 0`)).rows[0].count;

test("a reply to a code makes no row of a business, and the operator sees it", async () => {
  await receive("482913");
  for (const table of ["customers", "chats", "messages", "consent_events"]) expect(await count(table)).toBe(0);
  expect((await operator(platformMessages.table, { body: {} })).data).toEqual([]);
  expect((await operator(platformCustomers.table, { body: {} })).data).toEqual([]);
  expect((await operator(platformMessages.all)).data.allMessages).toEqual([]);
  expect((await operator(platformCustomers.all)).data.allCustomers).toEqual([]);
  expect(await texts()).toMatchObject([
    { phone, message: "482913", intent: "other", reply: replies.other, reply_state: "sent", media_count: 0 },
  ]);
  expect(app.sms.sent.at(-1)).toMatchObject({ from: number, to: phone, body: replies.other });
});

test("one automatic reply a day, to each phone", async () => {
  await receive("Hello?");
  await receive("Anybody?");
  app.clock.advance(23 * 3_600_000);
  await receive("Still nobody?");
  expect(repliesTo(phone)).toEqual([replies.other]);
  app.clock.advance(2 * 3_600_000);
  await receive("Good morning");
  expect(repliesTo(phone)).toEqual([replies.other, replies.other]);
  operator = await app.signIn(operatorEmail);
  expect(await texts()).toHaveLength(4);
});

test("a text repeated by the carrier, also concurrently, is stored and replied to once", async () => {
  const text = { sid: "SMagain", from: phone, to: number, body: "HELP", media: [], carrierAnsweredOptOut: false };
  await Promise.all([1, 2, 3].map(() => app.sms.listener.onInboundText(text)));
  await app.sms.listener.onInboundText(text);
  await app.jobs.runAll();
  expect(repliesTo(phone)).toEqual([replies.help("https://rooftop.test")]);
  expect(await texts()).toHaveLength(1);
});

test("a number of ours gets no reply, so that nothing replies to itself for ever", async () => {
  phone = dealer.number;
  await receive("Your text was received");
  await receive("HELP");
  expect(repliesTo(phone)).toEqual([]);
  expect(await texts()).toHaveLength(2);
});

test("a reply that the carrier had no time for is sent later, one that got lost is not repeated", async () => {
  app.sms.answerNext({ kind: "busy", retryAfterSeconds: 1 });
  await receive("Hello").catch(() => {});
  await app.jobs.runAll();
  expect((await texts())[0]).toMatchObject({ reply_state: expect.stringMatching(/^(queued|sent)$/) });
  phone = freshPhone();
  app.sms.answerNext({ kind: "lost", why: "no answer" });
  await receive("Hello");
  await app.jobs.runAll();
  expect((await texts())[0]).toMatchObject({ reply_state: "unknown" });
  expect(repliesTo(phone)).toHaveLength(1);
});

test("hostile text is stored and found as it is", async () => {
  for (const body of ["%_\\' or 1=1 --", "<script>alert(1)</script>", "😀".repeat(800), ""]) await receive(body);
  expect((await texts()).map(({ message }) => message)).toEqual([
    "",
    "😀".repeat(800),
    "<script>alert(1)</script>",
    "%_\\' or 1=1 --",
  ]);
  const search = { value: "%_\\'" };
  expect((await operator(platformTexts.table, { body: { search } })).data).toHaveLength(1);
});

describe("codes after a STOP", () => {
  const stoppedNotice = () =>
    `We can't text codes to (***) ***-${phone.slice(-4)} because it replied STOP, so we emailed your code. To get texts again, text START to`;

  beforeEach(() => requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone }));

  test("go by mail, and the person is told; START brings them back", async () => {
    await receive("STOP");
    await receive("STOP");
    expect(repliesTo(phone)).toEqual([replies.stop]);
    const { status, data } = await post(app, "/login", { email: dealer.owner, password: "Test-password-1" });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      login_status: "otp",
      two_factor_number: expect.stringMatching(/^\w\*\*\*@/),
      two_factor_notice: expect.stringContaining(stoppedNotice()),
    });
    expect(repliesTo(phone)).toHaveLength(1);
    expect(app.mails.to(dealer.owner)?.text).toContain(stoppedNotice());
    const user = data as { access_token: string; id: number };
    const answer = await post(
      app,
      "/twoFAcheck",
      { otp: mailedCode(app, dealer.owner), user_id: user.id },
      user.access_token,
    );
    expect(answer.status).toBe(200);

    await receive("START");
    expect(repliesTo(phone)).toEqual([replies.stop, replies.start]);
    const again = await pendingSignIn(app, dealer.owner);
    expect(again.two_factor_number).toBe(`(***) ***-${phone.slice(-4)}`);
    expect(textedCode(app, phone)).toMatch(/^\d{6}$/);
  });

  test("another code goes by mail as well", async () => {
    const pending = await pendingSignIn(app, dealer.owner);
    expect(repliesTo(phone)).toHaveLength(1);
    await receive("stop");
    app.clock.advance(31_000);
    const { data } = await post(app, "/twoFAresendOTP", { user_id: pending.user_id }, pending.token);
    expect(data).toMatchObject({ two_factor_notice: expect.stringContaining(stoppedNotice()) });
    expect(repliesTo(phone).filter((body) => /^\d{6}/.test(body))).toHaveLength(1);
  });

  test("the same when the carrier refuses a phone that opted out with it", async () => {
    const refusal = { code: "21610", class: "opted_out", words: "Opted out" } as const;
    app.sms.answerNext({ kind: "refused", refusal });
    const { data } = await post(app, "/login", { email: dealer.owner, password: "Test-password-1" });
    expect(data).toMatchObject({ two_factor_notice: expect.stringContaining(stoppedNotice()) });
  });

  test("a phone that has to be verified by text is refused, with what to do", async () => {
    await app.pool.query("update dealers set enable_otp_parent = false where id = $1", [dealer.dealer_id]);
    await app.pool.query("update users set two_factor_number = '' where email = $1", [dealer.owner]);
    await receive("STOP");
    const token = await app.token(dealer.owner);
    const before = app.mails.to(dealer.owner);
    const answer = await post(app, "/update-dealer-otp-phone", { two_factor_number: phone.slice(2) }, token);
    expect(answer).toMatchObject({
      status: 409,
      message: expect.stringContaining("because it replied STOP. To get texts again, text START to"),
    });
    expect(app.mails.to(dealer.owner)).toEqual(before);
  });

  test("an account's reset says nothing about the phone, and mails the code", async () => {
    await receive("STOP");
    const answer = await post(app, "/forgotPassword", { email: dealer.owner });
    expect(answer.text).not.toContain(phone.slice(-4));
    await expect.poll(() => app.mails.to(dealer.owner)?.text).toContain(stoppedNotice());
  });
});
