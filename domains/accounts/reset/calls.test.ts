import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Dealership, freshPhone, password } from "#core/testing/dealership.ts";
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
beforeEach(async () => {
  dealer = await house.dealership();
  await house.pool.query("delete from rate_limits");
});

const newPassword = "Wholly-new-1";

/** Asks for a reset, waits until the code has come, and answers the ticket. */
async function ask(email: string): Promise<string> {
  const before = house.mails.sent.length;
  const { status, data } = await post(house, "/forgotPassword", { email });
  expect(status).toBe(200);
  await vi.waitFor(() => expect(house.mails.sent.length).toBeGreaterThan(before));
  return (data as { userData: { id: string } }).userData.id;
}

const verify = (ticket: string, otp: string) => post(house, "/forgotPassword/verify", { user_id: ticket, otp });
const setNew = (ticket: string, email: string, chosen = newPassword) =>
  post(house, "/resetPassword", { user_id: ticket, email, password: chosen });
const login = (email: string, chosen: string) => post(house, "/login", { email, password: chosen });
const profile = (token: string) => callerOf(house.http, token)(accounts.profile);

test("with the code from the mail, a new password is set, once, and the old one is gone", async () => {
  const ticket = await ask(dealer.agent);
  expect(house.mails.to(dealer.agent)).toMatchObject({ subject: expect.stringContaining("code") });
  expect(await verify(ticket, mailedCode(house, dealer.agent))).toMatchObject({ status: 200, data: null });
  expect(await setNew(ticket, dealer.agent)).toMatchObject({
    ...{ status: 200, message: "Your Password has been reset successfully", data: null },
  });
  expect((await login(dealer.agent, password)).status).toBe(401);
  expect((await login(dealer.agent, newPassword)).status).toBe(200);
});

test("the answer is the address as it was typed and an opaque ticket, nothing more", async () => {
  const typed = `  ${dealer.agent.toUpperCase()} `;
  const { status, message, data } = await post(house, "/forgotPassword", { email: typed });
  expect({ status, message }).toEqual({
    status: 200,
    message: "If this address has an account, a code is on its way to it",
  });
  expect(data).toEqual({
    ...{ otp: "", phone_no: "" },
    userData: { id: expect.stringMatching(/^[\w-]{43}$/), email: dealer.agent.toUpperCase() },
  });
  await vi.waitFor(() => expect(house.mails.to(dealer.agent)).toBeDefined());
});

test("the code comes by text too, when a number is on file", async () => {
  const phone = freshPhone();
  await requireCodes(house, dealer.dealer_id, { [dealer.manager]: phone });
  const ticket = await ask(dealer.manager);
  expect(textedCode(house, phone)).toBe(mailedCode(house, dealer.manager));
  expect((await verify(ticket, textedCode(house, phone))).status).toBe(200);
});

test("whoever is locked out by wrong passwords can reset, and then signs in at once", async () => {
  for (let at = 0; at < 11; at++) await login(dealer.agent, "Wrong-password-1");
  expect((await login(dealer.agent, password)).status).toBe(429);
  const ticket = await ask(dealer.agent);
  await verify(ticket, mailedCode(house, dealer.agent));
  await setNew(ticket, dealer.agent);
  expect((await login(dealer.agent, newPassword)).status).toBe(200);
});

test("two-factor sign-in stays on, with its number", async () => {
  const phone = freshPhone();
  await requireCodes(house, dealer.dealer_id, { [dealer.owner]: phone });
  const ticket = await ask(dealer.owner);
  await verify(ticket, mailedCode(house, dealer.owner));
  await setNew(ticket, dealer.owner, password);
  const { login_status, two_factor_number } = await pendingSignIn(house, dealer.owner);
  expect({ login_status, two_factor_number }).toEqual({
    login_status: "otp",
    two_factor_number: `(***) ***-${phone.slice(-4)}`,
  });
});

describe("a reset", () => {
  async function resetOf(email: string) {
    const ticket = await ask(email);
    await verify(ticket, mailedCode(house, email));
    await setNew(ticket, email);
  }
  const idOf = async (email: string) =>
    (await house.pool.query("select id::int as id from users where email = $1", [email])).rows[0].id;

  test("ends all sessions at once, pending ones too, with their live connections, and nobody else's", async () => {
    await requireCodes(house, dealer.dealer_id, { [dealer.owner]: freshPhone() });
    const pending = [await pendingSignIn(house, dealer.owner), await pendingSignIn(house, dealer.owner)];
    const off = "update dealers set enable_otp_parent = false, enable_otp_team = false where id = $1";
    await house.pool.query(off, [dealer.dealer_id]);
    const [full, agents] = [await house.token(dealer.owner), await house.token(dealer.agent)];
    const ids = await house.pool.query("select id from sessions where user_id = $1 order by id", [
      await idOf(dealer.owner),
    ]);
    house.events.disconnected.splice(0);
    await resetOf(dealer.owner);
    await expect(profile(full)).rejects.toMatchObject({ status: 401 });
    for (const { token, user_id } of pending) {
      expect((await post(house, "/twoFAresendOTP", { user_id }, token)).status).toBe(401);
    }
    expect(house.events.disconnected.toSorted((a, b) => a - b)).toEqual(ids.rows.map(({ id }) => id));
    expect((await profile(agents)).data.email).toBe(dealer.agent);
  });

  test("is told to its person by mail, and is in the audit trail", async () => {
    await resetOf(dealer.manager);
    await house.jobs.doAll();
    expect(house.mails.to(dealer.manager)).toMatchObject({ subject: "Your Rooftop password was changed" });
    const trail = "select action from audit_log where dealer_id = $1 and user_id = $2";
    const { rows } = await house.pool.query(trail, [dealer.dealer_id, await idOf(dealer.manager)]);
    expect(rows).toEqual([{ action: "changed the password" }]);
  });

  test("voids the person's other tickets", async () => {
    const first = await ask(dealer.agent);
    await verify(first, mailedCode(house, dealer.agent));
    house.clock.advance(30_000);
    await resetOf(dealer.agent);
    expect((await setNew(first, dealer.agent, "Another-new-1")).status).toBe(422);
    expect((await login(dealer.agent, newPassword)).status).toBe(200);
  });
});
