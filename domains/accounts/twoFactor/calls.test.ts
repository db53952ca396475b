import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { mailedCode, pendingSignIn, post, requireCodes, textedCode } from "#domains/accounts/testing/secondFactor.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

let dealer: Dealership;
let phone: string;
beforeEach(async () => {
  dealer = await house.dealership();
  phone = freshPhone();
  await house.pool.query("delete from rate_limits");
});

const check = (token: string, otp: string, user_id: number) => post(house, "/twoFAcheck", { otp, user_id }, token);
const resend = (token: string, user_id: number) => post(house, "/twoFAresendOTP", { user_id }, token);
const submit = (token: string, typed: string) => post(house, "/login/phoneNumberSubmit", { phone: typed }, token);
const profile = (token: string) => callerOf(house.http, token)(accounts.profile);
const masked = () => `(***) ***-${phone.slice(-4)}`;
const numberOf = async (email: string) =>
  (await house.pool.query("select two_factor_number from users where email = $1", [email])).rows[0].two_factor_number;

describe("with a number on file", () => {
  beforeEach(() => requireCodes(house, dealer.dealer_id, { [dealer.owner]: phone, [dealer.agent]: phone }));

  test.each(["owner", "agent"] as const)("the %s signs in with a code that came by text", async (who) => {
    const pending = await pendingSignIn(house, dealer[who]);
    expect(pending).toMatchObject({ login_status: "otp", two_factor_number: masked() });
    const text = house.sms.sent.at(-1);
    expect(text).toMatchObject({ to: phone, from: dealer.number, media: [] });
    expect(text?.body).toMatch(/^\d{6} is your Rooftop code\. It works for 2 minutes\./);
    await expect(profile(pending.token)).rejects.toMatchObject({ status: 401, message: "Please Login" });

    const answer = await check(pending.token, textedCode(house, phone), pending.user_id);
    expect(answer).toMatchObject({ status: 200, message: "Login successfully", data: null });
    expect((await profile(pending.token)).data.email).toBe(dealer[who]);
    // A full session is not a pending one.
    expect((await resend(pending.token, pending.user_id)).status).toBe(401);
  });

  test("the audit trail says who signed in only once the code was right", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    const trail = () =>
      house.pool.query("select action from audit_log where dealer_id = $1 and user_id = $2", [
        dealer.dealer_id,
        user_id,
      ]);
    expect((await trail()).rows).toEqual([]);
    await check(token, textedCode(house, phone), user_id);
    expect((await trail()).rows).toEqual([{ action: "signed in" }]);
  });

  test("codes come from the platform's number when it has one", async () => {
    const number = freshPhone();
    const place = "insert into locations (dealer_id, title) values (0, 'Platform') returning id";
    await house.pool.query("insert into dealers (id, business_name) values (0, 'Rooftop') on conflict do nothing");
    const { rows } = await house.pool.query(place);
    const add = "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, 0, $2, 'scripted')";
    await house.pool.query(add, [number, rows[0].id]);
    await pendingSignIn(house, dealer.owner);
    expect(house.sms.sent.at(-1)).toMatchObject({ to: phone, from: number });
    await house.pool.query("delete from phone_numbers where dealer_id = 0");
  });

  test("the settings of owner and members are apart", async () => {
    await house.pool.query("update dealers set enable_otp_team = false where id = $1", [dealer.dealer_id]);
    expect((await pendingSignIn(house, dealer.agent)).login_status).toBe("okay");
    expect((await pendingSignIn(house, dealer.owner)).login_status).toBe("otp");
    const swapped = "update dealers set enable_otp_parent = false, enable_otp_team = true where id = $1";
    await house.pool.query(swapped, [dealer.dealer_id]);
    expect((await pendingSignIn(house, dealer.agent)).login_status).toBe("otp");
    expect((await pendingSignIn(house, dealer.owner)).login_status).toBe("okay");
  });

  test("another code is sent after 30, 60, then 120 seconds, and says when the next one is", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    let seen = textedCode(house, phone);
    for (const [wait, next] of [
      [30, 60],
      [60, 120],
      [120, 120],
      [120, 120],
    ] as const) {
      house.clock.advance((wait - 1) * 1000);
      const early = await resend(token, user_id);
      expect(early).toMatchObject({ status: 429, retryAfter: 1, data: null });
      house.clock.advance(1000);
      const sent = await resend(token, user_id);
      expect(sent).toMatchObject({ status: 200, message: "A new code was sent" });
      expect(sent.data).toEqual({ login_status: "otp", two_factor_number: masked(), resend_after: next });
      const code = textedCode(house, phone);
      expect(code).not.toBe(seen);
      seen = code;
    }
    expect((await check(token, seen, user_id)).status).toBe(200);
  });

  test("of many who ask for another code at once, one is sent", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    house.clock.advance(30_000);
    const before = house.sms.sent.length;
    const all = await Promise.all(Array.from({ length: 10 }, () => resend(token, user_id)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(house.sms.sent).toHaveLength(before + 1);
  });

  test("the two minutes begin when the provider takes the code, not when it was made", async () => {
    const { sms, clock } = house;
    const send = sms.send;
    sms.send = async (text) => {
      const result = await send(text);
      clock.advance(90_000);
      return result;
    };
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    sms.send = send;
    clock.advance(119_000);
    expect((await check(token, textedCode(house, phone), user_id)).status).toBe(200);
  });

  test("a text that the carrier refuses is followed by a mail, and the screen says where it went", async () => {
    house.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words: "Unreachable" } });
    const { token, user_id, two_factor_number } = await pendingSignIn(house, dealer.owner);
    expect(two_factor_number).toBe("o***@example.com");
    expect((await check(token, mailedCode(house, dealer.owner), user_id)).status).toBe(200);
  });

  test("a business without any number gets its codes by mail", async () => {
    await house.pool.query("delete from phone_numbers where dealer_id = $1", [dealer.dealer_id]);
    const before = house.sms.sent.length;
    const { token, user_id } = await pendingSignIn(house, dealer.agent);
    expect(house.sms.sent).toHaveLength(before);
    expect((await check(token, mailedCode(house, dealer.agent), user_id)).status).toBe(200);
  });

  test("when nobody takes the code, that is said, and it can be tried again at once", async () => {
    house.sms.answerNext({ kind: "busy", retryAfterSeconds: 1 });
    house.mails.answerNext({ kind: "busy" });
    const text = "The code could not be sent. Please try again in a moment.";
    await expect(pendingSignIn(house, dealer.owner)).rejects.toThrow(`503 ${text}`);
    expect((await house.pool.query("select from codes where dealer_id = $1", [dealer.dealer_id])).rowCount).toBe(0);
    expect((await pendingSignIn(house, dealer.owner)).login_status).toBe("otp");
  });
});

describe("without a number on file", () => {
  beforeEach(() => requireCodes(house, dealer.dealer_id));

  test("the number is typed, proved by its code, and then on file", async () => {
    const { token, user_id, login_status, two_factor_number } = await pendingSignIn(house, dealer.owner);
    expect({ login_status, two_factor_number }).toEqual({ login_status: "number", two_factor_number: "" });
    const typed = `(${phone.slice(2, 5)})${phone.slice(5, 8)}-${phone.slice(8)}`;
    const sent = await submit(token, typed);
    expect(sent).toMatchObject({ status: 200, message: "The code was sent" });
    expect(sent.data).toEqual({ login_status: "otp", two_factor_number: masked(), resend_after: 30 });
    expect(await numberOf(dealer.owner)).toBe("");
    expect((await check(token, textedCode(house, phone), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe(phone);
    expect((await profile(token)).data.email).toBe(dealer.owner);
    expect(await pendingSignIn(house, dealer.owner)).toMatchObject({ login_status: "otp" });
  });

  test("while it is not proved, it can be changed, and the other number's code works no more", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    const wrong = freshPhone();
    await submit(token, wrong.slice(2));
    house.clock.advance(30_000);
    expect((await submit(token, phone.slice(2))).status).toBe(200);
    expect((await check(token, textedCode(house, wrong), user_id)).message).toBe("Invalid OTP!");
    expect((await check(token, textedCode(house, phone), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe(phone);
  });

  test("another code goes to the number that was typed", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.agent);
    expect(await resend(token, user_id)).toMatchObject({
      ...{ status: 409, message: "Please enter your phone number first." },
    });
    await submit(token, phone.slice(2));
    house.clock.advance(30_000);
    expect((await resend(token, user_id)).data).toMatchObject({ two_factor_number: masked() });
    expect((await check(token, textedCode(house, phone), user_id)).status).toBe(200);
  });

  test("a code that had to go by mail proves no phone", async () => {
    const { token, user_id } = await pendingSignIn(house, dealer.owner);
    house.sms.answerNext({ kind: "refused", refusal: { code: "21211", class: "number", words: "No such number" } });
    expect((await submit(token, phone.slice(2))).data).toMatchObject({ two_factor_number: "o***@example.com" });
    expect((await check(token, mailedCode(house, dealer.owner), user_id)).status).toBe(200);
    expect(await numberOf(dealer.owner)).toBe("");
  });

  test("once one is on file, no other can be set with the password alone", async () => {
    const [mine, thief] = [await pendingSignIn(house, dealer.owner), await pendingSignIn(house, dealer.owner)];
    const stolen = freshPhone();
    await submit(thief.token, stolen.slice(2));
    const thiefsCode = textedCode(house, stolen);
    await submit(mine.token, phone.slice(2));
    expect((await check(mine.token, textedCode(house, phone), mine.user_id)).status).toBe(200);
    expect((await check(thief.token, thiefsCode, thief.user_id)).status).toBe(422);
    expect(await submit(thief.token, stolen.slice(2))).toMatchObject({
      ...{ status: 409, message: "A phone number is on file already. Please sign in again." },
    });
    house.clock.advance(30_000);
    // What is sent from now on goes to the number on file.
    expect((await resend(thief.token, thief.user_id)).data).toMatchObject({ two_factor_number: masked() });
    expect(await numberOf(dealer.owner)).toBe(phone);
  });
});

test("the operator signs in without a code", async () => {
  const { email } = await house.operator();
  expect((await pendingSignIn(house, email)).login_status).toBe("superadmin");
});
