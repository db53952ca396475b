import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { mailedCode, pendingSignIn, post, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let dealer: Dealership;
beforeEach(async () => {
  dealer = await app.dealership();
  await app.pool.query("delete from rate_limits");
});

const newPassword = "Wholly-new-1";

/** Requests a reset, waits for the code, and returns the ticket. */
async function requestReset(email: string): Promise<string> {
  const before = app.mails.sent.length;
  const { status, data } = await post(app, "/forgotPassword", { email });
  expect(status).toBe(200);
  await vi.waitFor(() => expect(app.mails.sent.length).toBeGreaterThan(before));
  return (data as { userData: { id: string } }).userData.id;
}

const verify = (ticket: string, otp: string) => post(app, "/forgotPassword/verify", { user_id: ticket, otp });
const setNew = (ticket: string, email: string, chosen = newPassword) =>
  post(app, "/resetPassword", { user_id: ticket, email, password: chosen });
const login = (email: string, chosen: string) => post(app, "/login", { email, password: chosen });
const profile = (token: string) => injectedCaller(app.http, token)(accounts.profile);

test("the code from the mail sets a new password, and the old one stops working", async () => {
  const ticket = await requestReset(dealer.agent);
  expect(app.mails.to(dealer.agent)).toMatchObject({ subject: expect.stringContaining("code") });
  expect(await verify(ticket, mailedCode(app, dealer.agent))).toMatchObject({ status: 200, data: null });
  expect(await setNew(ticket, dealer.agent)).toMatchObject({
    status: 200,
    message: "Your Password has been reset successfully",
    data: null,
  });
  expect((await login(dealer.agent, password)).status).toBe(401);
  expect((await login(dealer.agent, newPassword)).status).toBe(200);
});

test("the answer is the typed address and an opaque ticket, nothing else", async () => {
  const typed = `  ${dealer.agent.toUpperCase()} `;
  const { status, message, data } = await post(app, "/forgotPassword", { email: typed });
  expect({ status, message }).toEqual({
    status: 200,
    message: "If this email has an account, we sent a code to it",
  });
  expect(data).toEqual({
    otp: "",
    phone_no: "",
    userData: { id: expect.stringMatching(/^[\w-]{43}$/), email: dealer.agent.toUpperCase() },
  });
  await vi.waitFor(() => expect(app.mails.to(dealer.agent)).toBeDefined());
});

test("the code also comes by text if a number is on file", async () => {
  const phone = freshPhone();
  await requireCodes(app, dealer.dealer_id, { [dealer.manager]: phone });
  const ticket = await requestReset(dealer.manager);
  expect(textedCode(app, phone)).toBe(mailedCode(app, dealer.manager));
  expect((await verify(ticket, textedCode(app, phone))).status).toBe(200);
});

test("a reset ends a lockout from wrong passwords", async () => {
  for (let at = 0; at < 11; at++) await login(dealer.agent, "Wrong-password-1");
  expect((await login(dealer.agent, password)).status).toBe(429);
  const ticket = await requestReset(dealer.agent);
  await verify(ticket, mailedCode(app, dealer.agent));
  await setNew(ticket, dealer.agent);
  expect((await login(dealer.agent, newPassword)).status).toBe(200);
});

test("two-factor sign-in stays on, with its number", async () => {
  const phone = freshPhone();
  await requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone });
  const ticket = await requestReset(dealer.owner);
  await verify(ticket, mailedCode(app, dealer.owner));
  await setNew(ticket, dealer.owner, password);
  const { login_status, two_factor_number } = await pendingSignIn(app, dealer.owner);
  expect({ login_status, two_factor_number }).toEqual({
    login_status: "otp",
    two_factor_number: `(***) ***-${phone.slice(-4)}`,
  });
});

describe("a reset", () => {
  async function resetOf(email: string) {
    const ticket = await requestReset(email);
    await verify(ticket, mailedCode(app, email));
    await setNew(ticket, email);
  }
  const idOf = async (email: string) =>
    (await app.pool.query("select id::int as id from users where email = $1", [email])).rows[0].id;

  test("ends all sessions at once, pending ones too, with their live connections, and nobody else's", async () => {
    await requireCodes(app, dealer.dealer_id, { [dealer.owner]: freshPhone() });
    const pending = [await pendingSignIn(app, dealer.owner), await pendingSignIn(app, dealer.owner)];
    const off = "update dealers set enable_otp_parent = false, enable_otp_team = false where id = $1";
    await app.pool.query(off, [dealer.dealer_id]);
    const [full, agents] = [await app.token(dealer.owner), await app.token(dealer.agent)];
    const ids = await app.pool.query("select id from sessions where user_id = $1 order by id", [
      await idOf(dealer.owner),
    ]);
    app.events.disconnected.splice(0);
    await resetOf(dealer.owner);
    await expect(profile(full)).rejects.toMatchObject({ status: 401 });
    for (const { token, user_id } of pending) {
      expect((await post(app, "/twoFAresendOTP", { user_id }, token)).status).toBe(401);
    }
    expect(app.events.disconnected.toSorted((a, b) => a - b)).toEqual(ids.rows.map(({ id }) => id));
    expect((await profile(agents)).data.email).toBe(dealer.agent);
  });

  test("is reported to the person by mail, and audited", async () => {
    await resetOf(dealer.manager);
    await app.jobs.runAll();
    expect(app.mails.to(dealer.manager)).toMatchObject({ subject: "Your Rooftop password was changed" });
    const trail = "select action from audit_log where dealer_id = $1 and user_id = $2";
    const { rows } = await app.pool.query(trail, [dealer.dealer_id, await idOf(dealer.manager)]);
    expect(rows).toEqual([{ action: "changed the password" }]);
  });

  test("voids the person's other tickets", async () => {
    const first = await requestReset(dealer.agent);
    await verify(first, mailedCode(app, dealer.agent));
    app.clock.advance(30_000);
    await resetOf(dealer.agent);
    expect((await setNew(first, dealer.agent, "Another-new-1")).status).toBe(422);
    expect((await login(dealer.agent, newPassword)).status).toBe(200);
  });
});
