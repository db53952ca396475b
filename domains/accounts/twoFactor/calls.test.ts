import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { mailedCode, pendingSignIn, post, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
import { inTime } from "#testing/deadlines.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let dealer: Dealership;
let phone: string;
beforeEach(async () => {
  dealer = await app.dealership();
  phone = freshPhone();
  await app.pool.query("delete from rate_limits");
});

const check = (token: string, otp: string, user_id: number) => post(app, "/twoFAcheck", { otp, user_id }, token);
const resend = (token: string, user_id: number) => post(app, "/twoFAresendOTP", { user_id }, token);
const submit = (token: string, typed: string) => post(app, "/login/phoneNumberSubmit", { phone: typed }, token);
const profile = (token: string) => injectedCaller(app.http, token)(accounts.profile);
const masked = () => `(***) ***-${phone.slice(-4)}`;
const numberOf = async (email: string) =>
  (await app.pool.query("select two_factor_number from users where email = $1", [email])).rows[0].two_factor_number;

describe("with a number on file", () => {
  beforeEach(() => requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone, [dealer.agent]: phone }));

  test.each(["owner", "agent"] as const)("the %s signs in with a texted code", async (who) => {
    const pending = await pendingSignIn(app, dealer[who]);
    expect(pending).toMatchObject({ login_status: "otp", two_factor_number: masked() });
    const text = app.sms.sent.at(-1);
    expect(text).toMatchObject({ to: phone, from: dealer.number, media: [] });
    expect(text?.body).toMatch(/^\d{6} is your Rooftop code\. It expires in 2 minutes\./);
    await expect(profile(pending.token)).rejects.toMatchObject({ status: 401, message: "Please Login" });

    const answer = await check(pending.token, textedCode(app, phone), pending.user_id);
    expect(answer).toMatchObject({ status: 200, message: "Login successfully", data: null });
    expect((await profile(pending.token)).data.email).toBe(dealer[who]);
    // A full session is no longer pending.
    expect((await resend(pending.token, pending.user_id)).status).toBe(401);
  });

  test("a sign-in is audited only once the code was correct", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const trail = () =>
      app.pool.query("select action from audit_log where dealer_id = $1 and user_id = $2", [dealer.dealer_id, user_id]);
    expect((await trail()).rows).toEqual([]);
    await check(token, textedCode(app, phone), user_id);
    expect((await trail()).rows).toEqual([{ action: "signed in" }]);
  });

  test("codes come from the platform's number if it has one", async () => {
    const number = freshPhone();
    const place = "insert into locations (dealer_id, title) values (0, 'Platform') returning id";
    await app.pool.query("insert into dealers (id, business_name) values (0, 'Rooftop') on conflict do nothing");
    const { rows } = await app.pool.query(place);
    const add = "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, 0, $2, 'scripted')";
    await app.pool.query(add, [number, rows[0].id]);
    await pendingSignIn(app, dealer.owner);
    expect(app.sms.sent.at(-1)).toMatchObject({ to: phone, from: number });
    await app.pool.query("delete from phone_numbers where dealer_id = 0");
  });

  test("owner and members have separate settings", async () => {
    await app.pool.query("update dealers set enable_otp_team = false where id = $1", [dealer.dealer_id]);
    expect((await pendingSignIn(app, dealer.agent)).login_status).toBe("okay");
    expect((await pendingSignIn(app, dealer.owner)).login_status).toBe("otp");
    const swapped = "update dealers set enable_otp_parent = false, enable_otp_team = true where id = $1";
    await app.pool.query(swapped, [dealer.dealer_id]);
    expect((await pendingSignIn(app, dealer.agent)).login_status).toBe("otp");
    expect((await pendingSignIn(app, dealer.owner)).login_status).toBe("okay");
  });

  test("resends wait 30, 60, then 120 seconds, and announce the next wait", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    let seen = textedCode(app, phone);
    for (const [wait, next] of [
      [30, 60],
      [60, 120],
      [120, 120],
      [120, 120],
    ] as const) {
      app.clock.advance((wait - 1) * 1000);
      const early = await resend(token, user_id);
      expect(early).toMatchObject({ status: 429, retryAfter: 1, data: null });
      app.clock.advance(1000);
      const sent = await resend(token, user_id);
      expect(sent).toMatchObject({ status: 200, message: "A new code was sent" });
      expect(sent.data).toEqual({
        login_status: "otp",
        two_factor_number: masked(),
        two_factor_notice: "",
        resend_after: next,
      });
      const code = textedCode(app, phone);
      expect(code).not.toBe(seen);
      seen = code;
    }
    expect((await check(token, seen, user_id)).status).toBe(200);
  });

  test("concurrent resends send one code", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    app.clock.advance(30_000);
    const before = app.sms.sent.length;
    const all = await Promise.all(Array.from({ length: 10 }, () => resend(token, user_id)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(app.sms.sent).toHaveLength(before + 1);
  });

  test("the two minutes start when the provider accepts the code", async () => {
    const { sms, clock } = app;
    const send = sms.send;
    sms.send = async (text) => {
      const result = await send(text, inTime);
      clock.advance(90_000);
      return result;
    };
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    sms.send = send;
    clock.advance(119_000);
    expect((await check(token, textedCode(app, phone), user_id)).status).toBe(200);
  });

  test("a refused text falls back to mail, and the answer says where it went", async () => {
    app.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words: "Unreachable" } });
    const { token, user_id, two_factor_number } = await pendingSignIn(app, dealer.owner);
    expect(two_factor_number).toBe("o***@example.com");
    expect((await check(token, mailedCode(app, dealer.owner), user_id)).status).toBe(200);
  });

  test("a business without any number gets its codes by mail", async () => {
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
    const before = app.sms.sent.length;
    const { token, user_id } = await pendingSignIn(app, dealer.agent);
    expect(app.sms.sent).toHaveLength(before);
    expect((await check(token, mailedCode(app, dealer.agent), user_id)).status).toBe(200);
  });

  test("if no provider accepts the code, the answer says so and a retry needs no wait", async () => {
    app.sms.answerNext({ kind: "busy", retryAfterSeconds: 1 });
    app.mails.answerNext({ kind: "busy" });
    const text = "We couldn't send the code. Try again in a moment.";
    await expect(pendingSignIn(app, dealer.owner)).rejects.toThrow(`503 ${text}`);
    expect((await app.pool.query("select from codes where dealer_id = $1", [dealer.dealer_id])).rowCount).toBe(0);
    expect((await pendingSignIn(app, dealer.owner)).login_status).toBe("otp");
  });
});

describe("without a number on file", () => {
  beforeEach(() => requireCodes(app, dealer.dealer_id));

  test("a number is entered, verified by its code, and saved", async () => {
    const { token, user_id, login_status, two_factor_number } = await pendingSignIn(app, dealer.owner);
    expect({ login_status, two_factor_number }).toEqual({ login_status: "number", two_factor_number: "" });
    const typed = `(${phone.slice(2, 5)})${phone.slice(5, 8)}-${phone.slice(8)}`;
    const sent = await submit(token, typed);
    expect(sent).toMatchObject({ status: 200, message: "The code was sent" });
    expect(sent.data).toEqual({
      login_status: "otp",
      two_factor_number: masked(),
      two_factor_notice: "",
      resend_after: 30,
    });
    expect(await numberOf(dealer.owner)).toBe("");
    expect((await check(token, textedCode(app, phone), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe(phone);
    expect((await profile(token)).data.email).toBe(dealer.owner);
    expect(await pendingSignIn(app, dealer.owner)).toMatchObject({ login_status: "otp" });
  });

  test("an unverified number can be changed, which voids its code", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const wrong = freshPhone();
    await submit(token, wrong.slice(2));
    app.clock.advance(30_000);
    expect((await submit(token, phone.slice(2))).status).toBe(200);
    expect((await check(token, textedCode(app, wrong), user_id)).message).toBe("Invalid OTP!");
    expect((await check(token, textedCode(app, phone), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe(phone);
  });

  test("a resend goes to the entered number", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.agent);
    expect(await resend(token, user_id)).toMatchObject({
      status: 409,
      message: "Enter your phone number first.",
    });
    await submit(token, phone.slice(2));
    app.clock.advance(30_000);
    expect((await resend(token, user_id)).data).toMatchObject({ two_factor_number: masked() });
    expect((await check(token, textedCode(app, phone), user_id)).status).toBe(200);
  });

  test("a mailed code verifies no phone", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    app.sms.answerNext({ kind: "refused", refusal: { code: "21211", class: "number", words: "No such number" } });
    expect((await submit(token, phone.slice(2))).data).toMatchObject({ two_factor_number: "o***@example.com" });
    expect((await check(token, mailedCode(app, dealer.owner), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe("");
  });

  test("a saved number can't be replaced with the password alone", async () => {
    const [mine, thief] = [await pendingSignIn(app, dealer.owner), await pendingSignIn(app, dealer.owner)];
    const stolen = freshPhone();
    await submit(thief.token, stolen.slice(2));
    const thiefsCode = textedCode(app, stolen);
    await submit(mine.token, phone.slice(2));
    expect((await check(mine.token, textedCode(app, phone), mine.user_id)).status).toBe(200);
    expect((await check(thief.token, thiefsCode, thief.user_id)).status).toBe(422);
    expect(await submit(thief.token, stolen.slice(2))).toMatchObject({
      status: 409,
      message: "A phone number is already on file. Sign in again.",
    });
    app.clock.advance(30_000);
    // From now on codes go to the saved number.
    expect((await resend(thief.token, thief.user_id)).data).toMatchObject({ two_factor_number: masked() });
    expect(await numberOf(dealer.owner)).toBe(phone);
  });
});

test("the operator signs in without a code", async () => {
  const { email } = await app.operator();
  expect((await pendingSignIn(app, email)).login_status).toBe("superadmin");
});
