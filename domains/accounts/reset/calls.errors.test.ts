import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { differentCode, mailedCode, type PostedAnswer, post } from "#testing/accounts/secondFactor.ts";
import { inTime } from "#testing/deadlines.ts";
import { type Dealership, password } from "#testing/dealership.ts";
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
const ticketIn = ({ data }: PostedAnswer) => (data as { userData: { id: string } }).userData.id;
const forgot = (email: unknown) => post(app, "/forgotPassword", { email });
const verify = (ticket: unknown, otp: unknown) => post(app, "/forgotPassword/verify", { user_id: ticket, otp });
const setNew = (fields: object) => post(app, "/resetPassword", fields);

/** Requests a reset and waits for the code. */
async function requestReset(email: string): Promise<string> {
  const before = app.mails.sent.length;
  const answer = await forgot(email);
  await vi.waitFor(() => expect(app.mails.sent.length).toBeGreaterThan(before));
  return ticketIn(answer);
}

/** A verified ticket. */
async function verified(email: string): Promise<string> {
  const ticket = await requestReset(email);
  expect((await verify(ticket, mailedCode(app, email))).status).toBe(200);
  return ticket;
}

const compared = async () => {
  const { rows } = await app.pool.query("select coalesce(sum(tries), 0)::int as n from codes where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  return rows[0].n;
};
const invalidOtp = { status: 422, message: "Invalid OTP!", data: { otp: "Invalid OTP!" } };
const ended = "This reset has expired. Request a new code.";
const isEnded = { status: 422, message: ended, data: { user_id: ended } };

describe("what is typed", () => {
  const strong = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";

  test.each([
    [undefined, "Email is required"],
    ["", "Email is required"],
    ["ana", "Enter a valid email address"],
  ])("the address %j is refused", async (email, message) => {
    expect(await forgot(email)).toMatchObject({ status: 422, message, data: { email: message } });
  });

  test.each([
    ["", "Password is required"],
    [undefined, "Password is required"],
    ["Short-1", strong],
    ["no-uppercase-1", strong],
    ["NO-LOWERCASE-1", strong],
    ["No-number-here", strong],
    ["Password1", "This password is too common. Choose one that's harder to guess"],
    ["Turkey50", "This password is too common. Choose one that's harder to guess"],
  ])("the password %j is refused, and the ticket stays valid", async (chosen, message) => {
    const user_id = await verified(dealer.agent);
    const fields = { user_id, email: dealer.agent };
    expect(await setNew({ ...fields, password: chosen })).toMatchObject({
      status: 422,
      message,
      data: { password: message },
    });
    expect((await setNew({ ...fields, password: newPassword })).status).toBe(200);
  });

  test.each(["", "12345", "1234567", "abcdef", undefined])("the code %j is not compared", async (otp) => {
    expect(await verify(await requestReset(dealer.agent), otp)).toMatchObject(invalidOtp);
    expect(await compared()).toBe(0);
  });
});

describe("a request reveals nothing", () => {
  const publicAnswer = ({ status, message, data, retryAfter }: PostedAnswer) => {
    const { userData, ...rest } = (data ?? {}) as { userData?: { id: string; email: string } };
    return { status, message, rest, retryAfter, ticket: userData?.id.length };
  };

  test("a known address, an unknown one and a deactivated person always get the same answers", async () => {
    await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
    const addresses = [dealer.agent, "nobody@example.com", dealer.manager];
    const answers: Record<string, unknown>[] = [];
    for (const email of addresses) {
      const first = await forgot(email);
      const ticket = ticketIn(first);
      if (email === dealer.agent) await vi.waitFor(() => mailedCode(app, email));
      const wrong = email === dealer.agent ? differentCode(mailedCode(app, email)) : "123456";
      const guesses: PostedAnswer[] = [];
      for (let guess = 0; guess < 31; guess++) guesses.push(await verify(ticket, wrong));
      const setting = await setNew({ user_id: ticket, email, password: newPassword });
      const again = await forgot(email);
      // The wait runs in real time, so compare it roughly.
      const waits = guesses.map((answer) => ({ ...publicAnswer(answer), retryAfter: answer.retryAfter > 3500 }));
      answers.push({ first: publicAnswer(first), waits, setting: publicAnswer(setting), again: publicAnswer(again) });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(app.mails.to(dealer.manager)).toBeUndefined();
    expect(app.mails.to("nobody@example.com")).toBeUndefined();
  });

  test("the answer doesn't wait for the code to be sent", async () => {
    let release = () => {};
    const { send } = app.mails;
    const held = new Promise<void>((resolve) => (release = resolve));
    const taken: string[] = [];
    app.mails.send = async (mail) => {
      await held;
      taken.push(mail.to);
      return send(mail, inTime);
    };
    expect((await forgot(dealer.agent)).status).toBe(200);
    expect(taken).toEqual([]);
    release();
    await vi.waitFor(() => expect(taken).toEqual([dealer.agent]));
    app.mails.send = send;
  });

  test("an unsent code does not fail the answer, and a new one can be requested", async () => {
    app.mails.answerNext({ kind: "busy" });
    const ticket = await requestReset(dealer.agent);
    const none = "select from codes where dealer_id = $1";
    await vi.waitFor(async () => expect((await app.pool.query(none, [dealer.dealer_id])).rowCount).toBe(0));
    expect(await verify(ticket, mailedCode(app, dealer.agent))).toMatchObject(invalidOtp);
    app.clock.advance(30_000);
    const next = await requestReset(dealer.agent);
    expect((await verify(next, mailedCode(app, dealer.agent))).status).toBe(200);
  });

  test("no answer contains a code", async () => {
    const requested = await forgot(dealer.agent);
    await vi.waitFor(() => mailedCode(app, dealer.agent));
    const code = mailedCode(app, dealer.agent);
    const wrong = await verify(ticketIn(requested), differentCode(code));
    const right = await verify(ticketIn(requested), code);
    const done = await setNew({ user_id: ticketIn(requested), email: dealer.agent, password: newPassword });
    expect(done.status).toBe(200);
    for (const { text } of [requested, wrong, right, done]) expect(text).not.toContain(code);
    const { rows } = await app.pool.query("select t::text as row from reset_tickets t");
    for (const { row } of rows) expect(row).not.toContain(ticketIn(requested));
  });
});

describe("requesting again", () => {
  test.each(["known", "unknown"])("for a %s address waits 30, 60, 120 seconds, at most five an hour", async (kind) => {
    const email = kind === "known" ? dealer.agent : `${kind}@example.com`;
    expect((await forgot(email)).status).toBe(200);
    for (const wait of [30, 60, 120, 120]) {
      app.clock.advance((wait - 1) * 1000);
      expect(await forgot(email.toUpperCase())).toMatchObject({ status: 429, retryAfter: 1, data: null });
      app.clock.advance(1000);
      expect((await forgot(email)).status).toBe(200);
    }
    const spent = 30 + 60 + 120 + 120;
    app.clock.advance(120_000);
    expect(await forgot(email)).toMatchObject({ status: 429, retryAfter: 3600 - spent - 120 });
    app.clock.advance((3600 - spent - 120) * 1000);
    expect((await forgot(email)).status).toBe(200);
  });

  test("concurrently counts as once", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => forgot(dealer.agent)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a code fails", () => {
  test("two minutes after the provider took it", async () => {
    const ticket = await requestReset(dealer.agent);
    await vi.waitFor(async () => expect(await expiries()).toBe(1));
    app.clock.advance(120_000);
    expect(await verify(ticket, mailedCode(app, dealer.agent))).toMatchObject(invalidOtp);
  });
  const expiries = async () =>
    (await app.pool.query("select from codes where dealer_id = $1", [dealer.dealer_id])).rowCount;

  test("after it was used, and after five tries", async () => {
    const used = await requestReset(dealer.agent);
    const code = mailedCode(app, dealer.agent);
    expect((await verify(used, code)).status).toBe(200);
    expect(await verify(used, code)).toMatchObject(invalidOtp);

    const tried = await requestReset(dealer.otherAgent);
    const other = mailedCode(app, dealer.otherAgent);
    for (let by = 1; by <= 5; by++) expect(await verify(tried, differentCode(other, by))).toMatchObject(invalidOtp);
    expect(await verify(tried, other)).toMatchObject(invalidOtp);
  });

  test("with another ticket, and when a newer one was sent", async () => {
    const [agents, others] = [await requestReset(dealer.agent), await requestReset(dealer.otherAgent)];
    const older = mailedCode(app, dealer.agent);
    expect(await verify(others, older)).toMatchObject(invalidOtp);
    app.clock.advance(30_000);
    const newer = await requestReset(dealer.agent);
    expect(await verify(agents, older)).toMatchObject(invalidOtp);
    expect(await verify(agents, mailedCode(app, dealer.agent))).toMatchObject(invalidOtp);
    expect(await verify(newer, older)).toMatchObject(invalidOtp);
    expect((await verify(newer, mailedCode(app, dealer.agent))).status).toBe(200);
  });

  test("when a hundred correct guesses arrive at once, all but one", async () => {
    const ticket = await requestReset(dealer.agent);
    const code = mailedCode(app, dealer.agent);
    const all = await Promise.all(Array.from({ length: 100 }, () => verify(ticket, code)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("for the other purpose", async () => {
    const ticket = await requestReset(dealer.agent);
    const { rows } = await app.pool.query("select purpose, bound_to from codes where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    expect(rows).toEqual([{ purpose: "reset", bound_to: expect.not.stringContaining(ticket) }]);
    await app.pool.query("update codes set purpose = 'sign_in' where dealer_id = $1", [dealer.dealer_id]);
    expect(await verify(ticket, mailedCode(app, dealer.agent))).toMatchObject(invalidOtp);
  });
});

describe("a ticket sets no password", () => {
  const fields = (user_id: string, email = dealer.agent) => ({ user_id, email, password: newPassword });
  const signsIn = async (chosen: string) =>
    (await post(app, "/login", { email: dealer.agent, password: chosen })).status === 200;

  test("when unverified, made up, of another address, used, or expired", async () => {
    const ticket = await requestReset(dealer.agent);
    expect(await setNew(fields(ticket))).toMatchObject(isEnded);
    for (const madeUp of ["x", "x".repeat(43), "1", "' or true --"]) {
      expect(await setNew(fields(madeUp))).toMatchObject(isEnded);
      expect(await verify(madeUp, "123456")).toMatchObject(invalidOtp);
    }
    await verify(ticket, mailedCode(app, dealer.agent));
    expect(await setNew(fields(ticket, dealer.owner))).toMatchObject(isEnded);
    app.clock.advance(30 * 60_000);
    expect(await setNew(fields(ticket))).toMatchObject(isEnded);
    expect(await signsIn(password)).toBe(true);

    const next = await verified(dealer.agent);
    expect((await setNew(fields(next))).status).toBe(200);
    expect(await setNew({ ...fields(next), password: "Another-new-1" })).toMatchObject(isEnded);
    expect(await signsIn(newPassword)).toBe(true);
  });

  test("when many requests arrive at once, all but one", async () => {
    const ticket = await verified(dealer.agent);
    const choices = Array.from({ length: 8 }, (_, at) => `Choice-number-${at}`);
    const all = await Promise.all(choices.map((chosen) => setNew({ ...fields(ticket), password: chosen })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await signsIn(choices[all.findIndex(({ status }) => status === 200)] ?? "")).toBe(true);
  });

  test("of somebody who was deactivated meanwhile signs nobody in", async () => {
    const ticket = await verified(dealer.agent);
    await app.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
    await setNew(fields(ticket));
    expect(await signsIn(newPassword)).toBe(false);
  });
});
