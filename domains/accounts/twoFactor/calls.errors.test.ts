import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { createGate } from "#server/session.ts";
import { differentCode, pendingSignIn, post, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
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
  await requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone, [dealer.agent]: freshPhone() });
  await app.pool.query("delete from rate_limits");
});

const check = (token: string, otp: unknown, user_id: unknown) => post(app, "/twoFAcheck", { otp, user_id }, token);
const profile = (token: string) => injectedCaller(app.http, token)(accounts.profile);
/** How many guesses were compared with this business's codes. */
const compared = async () => {
  const { rows } = await app.pool.query("select sum(tries)::int as n from codes where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  return rows[0].n;
};

const invalidOtp = { status: 422, message: "Invalid OTP!", data: { otp: "Invalid OTP!" } };
const pleaseLogin = { status: 401, message: "Please Login" };

describe("what is typed", () => {
  test.each(["", "1", "12345", "1234567", "12345a", "      ", "１２３４５６", null, { list: ["123456"] }, { $gt: "" }])(
    "the code %j is not compared",
    async (typed) => {
      const otp = typeof typed === "object" && typed && "list" in typed ? typed.list : typed;
      const { token, user_id } = await pendingSignIn(app, dealer.owner);
      expect(await check(token, otp, user_id)).toMatchObject(invalidOtp);
      expect(await compared()).toBe(0);
    },
  );

  test.each([
    ["", "Phone number is required"],
    [undefined, "Phone number is required"],
    ["555", "Phone number is invalid"],
    ["(909)555-012", "Phone number is invalid"],
    ["not a number at all", "Phone number is invalid"],
  ])("the phone %j is refused", async (typed, message) => {
    const { token } = await pendingSignIn(app, dealer.owner);
    const answer = await post(app, "/login/phoneNumberSubmit", { phone: typed }, token);
    expect(answer).toMatchObject({ status: 422, message, data: { phone: message } });
  });

  test("a foreign user_id answers as absent", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const other = await pendingSignIn(app, dealer.agent);
    const code = textedCode(app, phone);
    for (const id of [other.user_id, user_id + 100_000, 0, -1, "x", undefined]) {
      expect((await check(token, code, id)).status, `check by ${id}`).toBe(404);
      expect((await post(app, "/twoFAresendOTP", { user_id: id }, token)).status, `resend by ${id}`).toBe(404);
    }
    expect((await check(token, code, String(user_id))).status).toBe(200);
  });
});

describe("a code fails", () => {
  test("two minutes after the provider took it", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    app.clock.advance(120_000);
    expect(await check(token, textedCode(app, phone), user_id)).toMatchObject(invalidOtp);
    await expect(profile(token)).rejects.toMatchObject(pleaseLogin);
  });

  test("after it was used", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const code = textedCode(app, phone);
    expect((await check(token, code, user_id)).status).toBe(200);
    await app.pool.query("update sessions set is_pending = true where dealer_id = $1", [dealer.dealer_id]);
    expect(await check(token, code, user_id)).toMatchObject(invalidOtp);
  });

  test("after five tries, the fifth of which may be the right one", async () => {
    for (const [wrong, status] of [
      [4, 200],
      [5, 422],
    ] as const) {
      const { token, user_id } = await pendingSignIn(app, dealer.owner);
      const code = textedCode(app, phone);
      for (let by = 1; by <= wrong; by++) {
        expect(await check(token, differentCode(code, by), user_id)).toMatchObject(invalidOtp);
      }
      expect((await check(token, code, user_id)).status).toBe(status);
    }
  });

  test("in another pending sign-in, of the same person or of somebody else", async () => {
    const first = await pendingSignIn(app, dealer.owner);
    const firsts = textedCode(app, phone);
    const other = await pendingSignIn(app, dealer.agent);
    expect(await check(other.token, firsts, other.user_id)).toMatchObject(invalidOtp);
    const second = await pendingSignIn(app, dealer.owner);
    expect(await check(second.token, firsts, second.user_id)).toMatchObject(invalidOtp);
    expect(await check(first.token, textedCode(app, phone), first.user_id)).toMatchObject(invalidOtp);
    expect((await check(second.token, textedCode(app, phone), second.user_id)).status).toBe(200);
  });

  test("when a newer one was sent", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const older = textedCode(app, phone);
    app.clock.advance(30_000);
    await post(app, "/twoFAresendOTP", { user_id }, token);
    expect(await check(token, older, user_id)).toMatchObject(invalidOtp);
    expect((await check(token, textedCode(app, phone), user_id)).status).toBe(200);
  });

  test("when many correct guesses arrive at once, all but one", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const code = textedCode(app, phone);
    const all = await Promise.all(Array.from({ length: 100 }, () => check(token, code, user_id)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const trail = "select from audit_log where dealer_id = $1 and action = 'signed in'";
    expect((await app.pool.query(trail, [dealer.dealer_id])).rowCount).toBe(1);
    expect((await profile(token)).data.email).toBe(dealer.owner);
  });
});

describe("guessing", () => {
  test("the 31st guess in an hour is not compared, however many sign-ins they come from, right or wrong", async () => {
    let last = await pendingSignIn(app, dealer.owner);
    for (let guess = 0; guess < 30; guess++) {
      if (guess > 0 && guess % 5 === 0) last = await pendingSignIn(app, dealer.owner);
      const wrong = differentCode(textedCode(app, phone), 1 + (guess % 5));
      expect(await check(last.token, wrong, last.user_id), `guess ${guess + 1}`).toMatchObject(invalidOtp);
    }
    expect(await compared()).toBe(30);
    last = await pendingSignIn(app, dealer.owner);
    const refused = await check(last.token, textedCode(app, phone), last.user_id);
    expect(refused).toMatchObject({ status: 429, data: null });
    expect(refused.retryAfter).toBeGreaterThan(3500);
    expect(refused.retryAfter).toBeLessThanOrEqual(3600);
    expect(await compared()).toBe(30);
    // Others are unaffected, and the lock expires.
    const other = await pendingSignIn(app, dealer.agent);
    expect(await check(other.token, "000000", other.user_id)).toMatchObject({ status: 422 });
    await app.pool.query("update rate_limits set expire = expire - 3600000");
    expect((await check(last.token, textedCode(app, phone), last.user_id)).status).toBe(200);
  });

  test("concurrent guesses are limited the same way", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    const wrong = differentCode(textedCode(app, phone));
    const all = await Promise.all(Array.from({ length: 40 }, () => check(token, wrong, user_id)));
    expect(all.filter(({ status }) => status === 422)).toHaveLength(30);
    expect(await compared()).toBe(5);
  });

  test("one account gets at most 20 codes in an hour", async () => {
    for (let sent = 0; sent < 20; sent++) await pendingSignIn(app, dealer.owner);
    await expect(pendingSignIn(app, dealer.owner)).rejects.toThrow("429");
    expect((await pendingSignIn(app, dealer.agent)).login_status).toBe("otp");
  });
});

describe("a pending sign-in", () => {
  test("ends after half an hour, even if it is used", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    app.clock.advance(29 * 60_000);
    expect((await post(app, "/twoFAresendOTP", { user_id }, token)).status).toBe(200);
    app.clock.advance(60_000);
    expect(await check(token, textedCode(app, phone), user_id)).toMatchObject(pleaseLogin);
  });

  test("ends with its person's account", async () => {
    const { token, user_id } = await pendingSignIn(app, dealer.agent);
    await app.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
    expect(await check(token, "000000", user_id)).toMatchObject(pleaseLogin);
  });

  test("can't open a realtime connection", async () => {
    const { token } = await pendingSignIn(app, dealer.owner);
    const gate = createGate(app.server.within, app.clock);
    expect(await gate.authenticate(token, undefined)).toBeUndefined();
  });
});

test("no answer contains a code or its hash", async () => {
  const { email } = { email: dealer.owner };
  const login = await post(app, "/login", { email, password: "Test-password-1" });
  const { access_token: token, id: user_id } = login.data as { access_token: string; id: number };
  const codes = [textedCode(app, phone)];
  app.clock.advance(30_000);
  const again = await post(app, "/twoFAresendOTP", { user_id }, token);
  codes.push(textedCode(app, phone));
  const wrong = await check(token, differentCode(codes[1] ?? ""), user_id);
  const right = await check(token, codes[1], user_id);
  expect(right.status).toBe(200);
  const { rows } = await app.pool.query(
    "select encode(code_hash, 'hex') as hash, encode(code_hash, 'base64') as other from codes",
  );
  const secrets = [...codes, ...rows.flatMap(({ hash, other }) => [hash, other])];
  for (const { text } of [login, again, wrong, right]) {
    for (const secret of secrets) expect(text.replaceAll(token, "")).not.toContain(secret);
  }
  // Nor does the database: stored hashes need the key.
  const everything = await app.pool.query("select codes::text as row from codes");
  for (const { row } of everything.rows) for (const code of codes) expect(row).not.toMatch(new RegExp(`\\b${code}\\b`));
});
