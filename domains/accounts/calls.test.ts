import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { accounts } from "./contract.ts";
import { hashNewPassword } from "./server/password.ts";

let app: TestApp;
let dealer: Dealership;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
});
afterAll(() => app.close());

const login = async (email: string, remember_me: 0 | 1 = 0) =>
  app.anyone(accounts.login, { body: { email, password, remember_me } });
const profile = async (call: Caller) => (await call(accounts.profile)).data;
const signedOut = { status: 401, message: "Please Login" };

async function auditOf(email: string) {
  const { rows } = await app.pool.query(
    `select a.action, a.subject, a.subject_id, a.dealer_id, a.user_id, a.ip, a.agent, a.request_id
     from audit_log a join users u on u.dealer_id = a.dealer_id and u.id = a.user_id where u.email = $1 order by a.id`,
    [email],
  );
  return rows;
}

describe("login", () => {
  test("an owner signs in and acts at the first location", async () => {
    const answer = await login(dealer.owner);
    expect(answer).toMatchObject({ status: "success", message: "Login successfully" });
    expect(answer.data).toEqual({
      id: expect.any(Number),
      first_name: "Owner",
      last_name: "Tester",
      user_type: "dealer",
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
      location: "Downtown",
      location_address: "1 Main St, Springfield, NY 10001",
      business_name: expect.stringMatching(/^Dealer /),
      user_name_initials: "OT",
      login_status: "okay",
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      two_factor_number: "",
      two_factor_notice: "",
      must_change_password: false,
    });
  });

  test("a member acts at their own location, the operator at none", async () => {
    expect((await login(dealer.otherAgent)).data).toMatchObject({
      user_type: "agent",
      login_status: "okay",
      location_id: dealer.otherLocation_id,
      location: "Airport",
    });
    const { email } = await app.operator();
    expect((await login(email)).data).toMatchObject({
      user_type: "superadmin",
      login_status: "superadmin",
      dealer_id: 0,
      location_id: null,
      location: "",
    });
  });

  test("the email is case-insensitive", async () => {
    const { data } = await login(`  ${dealer.manager.toUpperCase()} `);
    expect(data.user_type).toBe("manager");
  });

  test("every sign-in creates a session, stored only by its hash", async () => {
    const [one, other] = [await app.token(dealer.agent), await app.token(dealer.agent)];
    expect(one).not.toBe(other);
    const { rows } = await app.pool.query(
      "select to_jsonb(s)::text as row, token_hash from sessions s order by id desc limit 2",
    );
    for (const { row, token_hash } of rows) {
      expect(row).not.toContain(one);
      expect(row).not.toContain(other);
      expect(token_hash).toHaveLength(32);
    }
    const dumped = await app.pool.query("select to_jsonb(l)::text as row from logins l");
    for (const { row } of dumped.rows) {
      expect(row).not.toContain(password);
      expect(row).toContain("$argon2id$v=19$");
    }
  });

  test("a password that somebody chooses is hashed at OWASP's cost", async () => {
    expect(await hashNewPassword("Harbor-lights-9")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("the audit trail says who signed in, and from where", async () => {
    const before = (await auditOf(dealer.manager)).length;
    await app.http.inject({
      method: "POST",
      url: "/api/login",
      headers: { "user-agent": "Test browser" },
      payload: { email: dealer.manager, password },
    });
    const trail = (await auditOf(dealer.manager)).slice(before);
    expect(trail).toEqual([
      expect.objectContaining({
        action: "signed in",
        subject: "user",
        dealer_id: dealer.dealer_id,
        ip: "127.0.0.1",
        agent: "Test browser",
      }),
    ]);
    expect(trail[0].subject_id).toBe(trail[0].user_id);
    expect(trail[0].request_id).toMatch(/^[\da-f-]{36}$/);
  });
});

describe("a session's life", () => {
  const hours = (count: number) => app.clock.advance(count * 3_600_000);

  test("lasts 12 hours after its last use", async () => {
    const call = injectedCaller(app.http, (await login(dealer.agent)).data.access_token);
    for (let day = 0; day < 4; day++) {
      hours(11.9);
      expect((await profile(call)).user_type).toBe("agent");
    }
    hours(12.1);
    await expect(profile(call)).rejects.toMatchObject(signedOut);
  });

  test("a remembered one lasts 30 days unused", async () => {
    const call = injectedCaller(app.http, (await login(dealer.agent, 1)).data.access_token);
    hours(29.9 * 24);
    expect((await profile(call)).user_type).toBe("agent");
    hours(30.1 * 24);
    await expect(profile(call)).rejects.toMatchObject(signedOut);
  });

  test.each([
    ["a sign-in", 0, 30, 0.49],
    ["a remembered one", 1, 90, 29],
  ] as const)("%s ends after its longest time, however much it is used", async (_, remember_me, days, everyDays) => {
    const call = injectedCaller(app.http, (await login(dealer.agent, remember_me)).data.access_token);
    const end = app.clock.now().getTime() + days * 24 * 3_600_000;
    while (app.clock.now().getTime() + everyDays * 24 * 3_600_000 < end) {
      hours(everyDays * 24);
      await profile(call);
    }
    app.clock.advance(end - app.clock.now().getTime() - 1);
    expect((await profile(call)).user_type).toBe("agent");
    app.clock.advance(1);
    await expect(profile(call)).rejects.toMatchObject(signedOut);
  });

  test("logout ends it at once, with its open connections, and no other", async () => {
    const [mine, another] = [await login(dealer.agent), await login(dealer.agent)];
    const call = injectedCaller(app.http, mine.data.access_token);
    const before = app.events.disconnected.length;
    expect(await call(accounts.logout)).toEqual({
      status: "success",
      message: "You are logged out",
      data: null,
    });
    await expect(profile(call)).rejects.toMatchObject(signedOut);
    await expect(call(accounts.logout)).rejects.toMatchObject(signedOut);
    expect((await profile(injectedCaller(app.http, another.data.access_token))).user_type).toBe("agent");
    const { rows } = await app.pool.query("select max(id) as id from sessions where ended_at is not null");
    expect(app.events.disconnected.slice(before)).toEqual([rows[0].id]);
  });

  test("logout makes the browser clear its site data", async () => {
    const headers = { authorization: `Bearer ${await app.token(dealer.agent)}` };
    const answer = await app.http.inject({ method: "POST", url: "/api/logout", headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["clear-site-data"]).toBe('"cache", "storage"');
    // Without a session there is nothing to clear, and strangers must not be able to trigger it.
    const again = await app.http.inject({ method: "POST", url: "/api/logout", headers });
    expect([again.statusCode, again.headers["clear-site-data"]]).toEqual([401, undefined]);
  });

  test("only the exact token works", async () => {
    const token = await app.token(dealer.agent);
    for (const wrong of [
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase(),
      token.toUpperCase(),
      `${token}, ${token}`,
    ]) {
      await expect(profile(injectedCaller(app.http, wrong))).rejects.toMatchObject(signedOut);
    }
  });
});

describe("profile", () => {
  test("shows the person, the business and the acting location", async () => {
    expect(await profile(await app.signIn(dealer.manager))).toEqual({
      id: expect.any(Number),
      first_name: "Manager",
      last_name: "Tester",
      user_name_initials: "MT",
      email: dealer.manager,
      phone: "",
      user_type: "manager",
      user_image: null,
      del_allowed: 0,
      dealer_id: dealer.dealer_id,
      business_name: expect.stringMatching(/^Dealer /),
      company_name: expect.stringMatching(/^Dealer /),
      company_email: expect.stringMatching(/^info-/),
      company_phone: expect.stringMatching(/^\+1/),
      company_address: "",
      location_id: dealer.location_id,
      location: "Downtown",
      location_address: "1 Main St, Springfield, NY 10001",
      time_zone: "America/New_York",
      location_phone: dealer.number,
      trial_ends_at: null,
      must_change_password: false,
      needs_email_proof: false,
      visit: null,
    });
  });

  test("an owner acts where the header says, and may always delete", async () => {
    expect(await profile(await app.signIn(dealer.owner, dealer.otherLocation_id))).toMatchObject({
      location_id: dealer.otherLocation_id,
      location: "Airport",
      time_zone: "America/Los_Angeles",
      location_phone: dealer.otherNumber,
      del_allowed: 1,
    });
  });

  test.each(["", "null", "undefined"])("a header that says %j names no location", async (named) => {
    const authorization = `Bearer ${await app.token(dealer.agent)}`;
    const headers = { authorization, "location-id": named };
    const answer = await app.http.inject({ method: "GET", url: "/api/profile", headers });
    expect(answer.json().data.location_id).toBe(dealer.location_id);
  });

  test("the operator has no location", async () => {
    const { email } = await app.operator();
    expect(await profile(await app.signIn(email))).toMatchObject({
      user_type: "superadmin",
      location_id: null,
      location_phone: "",
    });
  });
});
