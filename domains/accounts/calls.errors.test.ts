import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Dealership, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { accounts } from "./contract.ts";

const verified = vi.hoisted(() => {
  // Other test files may have loaded the app before, without the mock below.
  vi.resetModules();
  return { count: 0 };
});
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const verify: typeof real.verify = (...args) => {
    verified.count += 1;
    return real.verify(...args);
  };
  return { ...real, verify };
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let dealer: Dealership;
beforeEach(async () => {
  dealer = await app.dealership();
  await app.pool.query("delete from rate_limits");
  verified.count = 0;
});

async function login(fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const answer = await app.http.inject({ method: "POST", url: "/api/login", headers, payload: fields });
  const { request_id: _, ...envelope } = answer.json();
  return { status: answer.statusCode, envelope, retryAfter: Number(answer.headers["retry-after"] ?? Number.NaN) };
}

const refused = {
  status: 401,
  envelope: { status: "error", message: "Incorrect email or password.", data: null },
  retryAfter: Number.NaN,
};

test.each([
  [{}, { email: "Email is required", password: "Password is required" }],
  [{ email: "ana@example.com" }, { password: "Password is required" }],
  [{ email: "ana", password: "x" }, { email: "Enter a valid email address" }],
  [{ email: "ana@example.com", password: "x".repeat(201) }, { password: "Use at most 200 characters" }],
  [
    { email: { $ne: "" }, password: ["x"] },
    { email: "Enter text here", password: "Enter text here" },
  ],
])("%j is refused", async (fields, data) => {
  const answer = await login(fields);
  expect(answer).toMatchObject({ status: 422, envelope: { status: "error", message: Object.values(data)[0], data } });
});

describe("a refused sign-in reveals nothing", () => {
  test("a wrong password, an unknown address and a deactivated person get the same answer after the same work", async () => {
    await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
    const tries = [
      { email: dealer.agent, password: "Wrong-password-1" },
      { email: "nobody@example.com", password: "Wrong-password-1" },
      { email: dealer.manager, password: "Wrong-password-1" },
      { email: dealer.manager, password },
      { email: "' or 1=1 --@example.com", password },
    ];
    for (const [at, fields] of tries.slice(0, 4).entries()) {
      expect(await login(fields), JSON.stringify(fields)).toEqual(refused);
      expect(verified.count, "one password is verified, whatever the address").toBe(at + 1);
    }
    expect((await login(tries[4] ?? {})).status).not.toBe(200);
  });

  test("refusals are audited for the business, but not for unknown addresses", async () => {
    await login({ email: dealer.agent, password: "Wrong-password-1" }, { "user-agent": "Guesser" });
    await login({ email: "nobody@example.com", password: "Wrong-password-1" });
    // Written asynchronously, after the answer.
    await vi.waitFor(async () => {
      const trail = "select action, agent, detail from audit_log where dealer_id = $1";
      const { rows } = await app.pool.query(trail, [dealer.dealer_id]);
      expect(rows).toEqual([{ action: "failed to sign in", agent: "Guesser", detail: {} }]);
    });
  });
});

describe("guessing", () => {
  const guess = (email: string) => login({ email, password: "Wrong-password-1" });

  test("ten tries lock an account for a while, even for the correct password; others are unaffected", async () => {
    for (let at = 0; at < 10; at++) expect((await guess(dealer.agent)).status).toBe(401);
    const locked = await login({ email: dealer.agent, password });
    expect(locked).toMatchObject({ status: 429, envelope: { status: "error", data: null } });
    expect(locked.retryAfter).toBeGreaterThan(890);
    expect(locked.retryAfter).toBeLessThanOrEqual(900);
    expect((await login({ email: dealer.agent.toUpperCase(), password })).status).toBe(429);
    expect((await login({ email: dealer.manager, password })).status).toBe(200);
    await app.pool.query("update rate_limits set expire = expire - 900000");
    expect((await login({ email: dealer.agent, password })).status).toBe(200);
  });

  test("an unknown address is locked the same way", async () => {
    for (let at = 0; at < 10; at++) expect((await guess("nobody@example.com")).status).toBe(401);
    expect((await guess("nobody@example.com")).status).toBe(429);
  });

  test("the correct password resets the counter", async () => {
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 6; at++) expect((await guess(dealer.agent)).status).toBe(401);
      expect((await login({ email: dealer.agent, password })).status).toBe(200);
    }
  });

  test("concurrent tries are counted", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(dealer.agent)));
    const count = (status: number) => all.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([10, 10]);
  });

  test("a hundred tries lock an IP address, whatever the accounts", async () => {
    for (let at = 0; at < 100; at++) expect((await login({})).status).toBe(422);
    expect(await login({ email: dealer.agent, password })).toMatchObject({ status: 429 });
  });
});

describe("lost access", () => {
  const signedOut = { status: 401, message: "Please Login" };

  test("a deactivated member's sessions end at the next request", async () => {
    const call = await app.signIn(dealer.agent);
    await app.pool.query("update users set is_active = false where email = $1", [dealer.agent]);
    await expect(call(accounts.profile)).rejects.toMatchObject(signedOut);
  });

  test("a pending session opens nothing", async () => {
    const token = await app.token(dealer.agent);
    await app.pool.query("update sessions set is_pending = true where id = (select max(id) from sessions)");
    const call = injectedCaller(app.http, token);
    await expect(call(accounts.profile)).rejects.toMatchObject(signedOut);
    await expect(call(accounts.logout)).rejects.toMatchObject(signedOut);
  });

  test("a member who lost the location can't act there", async () => {
    const call = await app.signIn(dealer.agent, dealer.location_id);
    await app.pool.query("delete from location_members where dealer_id = $1", [dealer.dealer_id]);
    await expect(call(accounts.profile)).rejects.toMatchObject({
      status: 403,
      message: "You don't have access to this location.",
    });
  });
});

test("answers contain no secrets except the issued token", async () => {
  const { envelope } = await login({ email: dealer.agent, password });
  const { access_token, ...rest } = envelope.data;
  expect(access_token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rest)).not.toMatch(/argon2|"password|hash/);
  const { data } = await injectedCaller(app.http, access_token)(accounts.profile);
  expect(JSON.stringify(data)).not.toMatch(/argon2|"password|hash|token/);
});
