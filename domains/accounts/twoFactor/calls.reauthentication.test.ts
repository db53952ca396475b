import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { team } from "#domains/team/contract.ts";
import {
  differentCode,
  mailedCode,
  pendingSignIn,
  post,
  requireCodes,
  textedCode,
} from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { reauthentication } from "./contract.ts";

let app: TestApp;
let operatorEmail: string;
beforeAll(async () => {
  app = await startTestApp();
  operatorEmail = (await app.operator()).email;
});
afterAll(() => app.close());

let dealer: Dealership;
let agentId: number;
beforeEach(async () => {
  dealer = await app.dealership();
  agentId = await idOf(dealer.agent);
  await app.pool.query("delete from rate_limits");
});

const tenMinutes = 600_000;
const newPassword = "Wholly-new-1";
const confirm = (call: Caller, body: { password: string; otp?: string } = { password }) =>
  call(reauthentication.confirm, { body });
const needsPassword = {
  status: 403,
  message: "Enter your password again to make this change.",
  data: { reauthenticate: true },
};
const idOf = async (email: string) =>
  (await app.pool.query("select id::int as id from users where email = $1", [email])).rows[0].id;

/** A caller who signed in with a code, and the phone that codes go to. */
async function withSecondFactor(email: string) {
  const phone = freshPhone();
  await requireCodes(app, dealer.dealer_id, { [email]: phone });
  const { token, user_id } = await pendingSignIn(app, email);
  expect((await post(app, "/twoFAcheck", { user_id, otp: textedCode(app, phone) }, token)).status).toBe(200);
  return { call: injectedCaller(app.http, token), token, user_id, phone };
}

type GuardedCall = (call: Caller) => Promise<unknown>;
const memberChange = (change: { email?: string; password?: string }) => ({
  params: { id: agentId },
  body: { first_name: "Agent", last_name: "Tester", email: dealer.agent, ...change },
});

const changes: readonly (readonly [what: string, who: "owner" | "operator", change: GuardedCall])[] = [
  ["turning codes off", "owner", (call) => call(settings.otpSwitches, { body: { enable_otp_parent: "no" } })],
  ["turning the team's codes off", "owner", (call) => call(settings.otpSwitches, { body: { enable_otp_team: "no" } })],
  [
    "another phone for codes",
    "owner",
    (call) => call(settings.otpPhone, { body: { two_factor_number: freshPhone().slice(2) } }),
  ],
  [
    "a member's email",
    "owner",
    (call) => call(team.update, memberChange({ email: `${crypto.randomUUID()}@example.com` })),
  ],
  ["a member's password", "owner", (call) => call(team.update, memberChange({ password: "Pier-44" }))],
  [
    "a client's password",
    "operator",
    (call) => {
      const body = { client_id: dealer.dealer_id, password: newPassword, confirm_password: newPassword };
      return call(clients.changePassword, { body });
    },
  ],
];

describe.each(changes)("%s", (_, who, change) => {
  test("works within ten minutes of signing in or of giving the password again, and changes nothing later", async () => {
    const call = await app.signIn(who === "owner" ? dealer.owner : operatorEmail);
    app.clock.advance(tenMinutes);
    const trail = "select count(*)::int as n from audit_log";
    const before = await app.pool.query(trail);
    await expect(change(call)).rejects.toMatchObject(needsPassword);
    expect((await app.pool.query(trail)).rows).toEqual(before.rows);

    // Somebody else's password, or one given in another sign-in, is of no use.
    await confirm(await app.signIn(dealer.owner));
    await expect(change(call)).rejects.toMatchObject(needsPassword);

    expect(await confirm(call)).toMatchObject({ data: { confirmed: 1 } });
    app.clock.advance(tenMinutes - 1000);
    await change(call);
    app.clock.advance(1000);
    await expect(change(call)).rejects.toMatchObject(needsPassword);
  });
});

test("entering the code for another phone needs it, too", async () => {
  const call = await app.signIn(dealer.owner);
  const phone = freshPhone();
  await call(settings.otpPhone, { body: { two_factor_number: phone.slice(2) } });
  await app.pool.query("update sessions set confirmed_at = null");
  const verify = () => call(settings.verifyPhone, { body: { which: "otp", otp: textedCode(app, phone) } });
  await expect(verify()).rejects.toMatchObject(needsPassword);
  await confirm(call);
  expect(await verify()).toMatchObject({ data: { verified: 1 } });
});

test("what protects an account, and what is not sensitive, needs no password", async () => {
  const call = await app.signIn(dealer.owner);
  app.clock.advance(tenMinutes);
  await call(settings.otpSwitches, { body: { enable_otp_team: "yes" } });
  await call(settings.name, { body: { first_name: "Ana", last_name: "Diaz" } });
  await call(settings.callPhone, { body: { call_phone_no: freshPhone().slice(2) } });
  await call(team.update, memberChange({}));
});

describe("one's own password", () => {
  const change = { old_password: password, password: newPassword, confirm_password: newPassword };

  test("is changed with the current one at any time", async () => {
    const call = await app.signIn(dealer.agent);
    app.clock.advance(tenMinutes);
    await call(settings.password, { body: change });
  });

  test("needs the code as well where the account has one", async () => {
    const { call, phone } = await withSecondFactor(dealer.agent);
    app.clock.advance(tenMinutes);
    await expect(call(settings.password, { body: change })).rejects.toMatchObject(needsPassword);
    await confirm(call);
    await expect(call(settings.password, { body: change })).rejects.toMatchObject(needsPassword);
    await confirm(call, { password, otp: textedCode(app, phone) });
    await call(settings.password, { body: change });
  });
});

describe("giving the password again", () => {
  test("a wrong one is refused at its field, ten of them in a quarter of an hour, wherever it is asked", async () => {
    const call = await app.signIn(dealer.agent);
    const text = "Incorrect password. Try again.";
    for (let tried = 0; tried < 6; tried++) {
      const wrong = confirm(call, { password: "Wrong-password-1" });
      await expect(wrong).rejects.toMatchObject({ status: 422, message: text, fields: { password: text } });
    }
    const change = { old_password: "wrong", password: newPassword, confirm_password: newPassword };
    for (let tried = 0; tried < 4; tried++) {
      await expect(call(settings.password, { body: change })).rejects.toMatchObject({ status: 422 });
    }
    await expect(confirm(call)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    const other = await app.signIn(dealer.manager);
    expect(await confirm(other)).toMatchObject({ data: { confirmed: 1 } });
  });

  test.each([
    [{ password: "" }, { password: "Password is required" }],
    [{ password, otp: "12345" }, { otp: "Invalid OTP!" }],
  ])("%j is refused", async (body, fields) => {
    await expect(confirm(await app.signIn(dealer.agent), body)).rejects.toMatchObject({ status: 422, fields });
  });

  test("a sign-in that still waits for its code can't", async () => {
    await requireCodes(app, dealer.dealer_id, { [dealer.owner]: freshPhone() });
    const { token } = await pendingSignIn(app, dealer.owner);
    expect((await post(app, "/settings/reauthenticate", { password }, token)).status).toBe(401);
  });

  test("is audited", async () => {
    await confirm(await app.signIn(dealer.manager));
    const trail = "select action from audit_log where dealer_id = $1 and user_id = $2 order by id";
    const { rows } = await app.pool.query(trail, [dealer.dealer_id, await idOf(dealer.manager)]);
    expect(rows.map(({ action }) => action)).toEqual(["signed in", "re-entered the password"]);
  });
});

describe("with two-factor sign-in", () => {
  test("the first call sends a code, the second takes it with the password", async () => {
    const { call, phone } = await withSecondFactor(dealer.owner);
    app.clock.advance(tenMinutes);
    const off = () => call(settings.otpSwitches, { body: { enable_otp_parent: "no" } });
    const sent = await confirm(call);
    expect(sent).toMatchObject({
      status: "info",
      data: { confirmed: 0, sent_to: `(***) ***-${phone.slice(-4)}`, notice: "", resend_after: 30 },
    });
    await expect(off()).rejects.toMatchObject(needsPassword);
    const otp = textedCode(app, phone);
    expect(JSON.stringify(sent)).not.toContain(otp);
    const wrong = { status: 422, fields: { otp: "Invalid OTP!" } };
    await expect(confirm(call, { password, otp: differentCode(otp) })).rejects.toMatchObject(wrong);
    await expect(confirm(call, { password: "Wrong-password-1", otp })).rejects.toMatchObject({ status: 422 });
    await expect(off()).rejects.toMatchObject(needsPassword);
    expect(await confirm(call, { password, otp })).toMatchObject({ data: { confirmed: 1 } });
    await off();
  });

  test("whoever asks again at once gets no second code, and may enter the first", async () => {
    const { call, phone } = await withSecondFactor(dealer.owner);
    await confirm(call);
    const texts = app.sms.sent.length;
    app.clock.advance(10_000);
    expect(await confirm(call)).toMatchObject({ data: { confirmed: 0, resend_after: 20 } });
    expect(app.sms.sent).toHaveLength(texts);
    expect(await confirm(call, { password, otp: textedCode(app, phone) })).toMatchObject({ data: { confirmed: 1 } });
  });

  test("a code of another sign-in, or for another purpose, confirms nothing", async () => {
    const first = await withSecondFactor(dealer.owner);
    await confirm(first.call);
    const otp = textedCode(app, first.phone);
    const { token, user_id } = await pendingSignIn(app, dealer.owner);
    expect((await post(app, "/twoFAcheck", { user_id, otp }, token)).status).toBe(422);
    await expect(confirm(first.call, { password, otp: textedCode(app, first.phone) })).rejects.toMatchObject({
      status: 422,
    });
    expect((await post(app, "/twoFAcheck", { user_id, otp: textedCode(app, first.phone) }, token)).status).toBe(200);
    const second = injectedCaller(app.http, token);
    await expect(confirm(second, { password, otp })).rejects.toMatchObject({ status: 422 });
  });

  test("the code comes by mail when the phone can't be texted", async () => {
    const { call } = await withSecondFactor(dealer.owner);
    app.sms.answerNext({ kind: "refused", refusal: { class: "unreachable", code: "30003", words: "No" } } as never);
    await confirm(call);
    expect(await confirm(call, { password, otp: mailedCode(app, dealer.owner) })).toMatchObject({
      data: { confirmed: 1 },
    });
  });
});

describe("the mails about it", () => {
  const subjectsTo = async (email: string) => {
    await app.jobs.runAll();
    return app.mails.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  };

  test("the owner learns that codes were turned off, for themselves or the team", async () => {
    const call = await app.signIn(dealer.owner);
    await call(settings.otpSwitches, { body: { enable_otp_parent: "yes", enable_otp_team: "yes" } });
    expect(await subjectsTo(dealer.owner)).toEqual([]);
    await call(settings.otpSwitches, { body: { enable_otp_parent: "no" } });
    expect(await subjectsTo(dealer.owner)).toEqual(["Two-factor sign-in was turned off"]);
    await call(settings.otpSwitches, { body: { enable_otp_team: "no" } });
    expect((await subjectsTo(dealer.owner)).at(-1)).toBe("Two-factor sign-in was turned off for your team");
  });

  async function changeCodesPhone(email: string) {
    const call = await app.signIn(email);
    const phone = freshPhone();
    await call(settings.otpPhone, { body: { two_factor_number: phone.slice(2) } });
    await call(settings.verifyPhone, { body: { which: "otp", otp: textedCode(app, phone) } });
  }

  test("a member and the owner learn that the phone for codes was changed", async () => {
    await changeCodesPhone(dealer.agent);
    expect(await subjectsTo(dealer.agent)).toEqual(["The phone for your codes was changed"]);
    expect(await subjectsTo(dealer.owner)).toEqual(["The phone for a team member's codes was changed"]);
    expect(app.mails.to(dealer.owner)?.text).toContain("Agent Tester's sign-in codes now go to a different phone.");
    await changeCodesPhone(dealer.owner);
    expect((await subjectsTo(dealer.owner)).slice(1)).toEqual(["The phone for your codes was changed"]);
  });

  test("a new email is reported to the former one", async () => {
    const call = await app.signIn(dealer.owner);
    const email = `new-${dealer.agent}`;
    await call(team.update, memberChange({ email }));
    expect(await subjectsTo(dealer.agent)).toEqual(["Your Rooftop email was changed"]);
    expect(await subjectsTo(email)).toEqual([]);
  });
});
