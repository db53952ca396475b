import { afterAll, describe, expect, test } from "vitest";
import { allows, type Role, roles } from "#core/people.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { hashToken } from "#domains/accounts/server/token.ts";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest, sendRequest } from "./callRequests.ts";

/** Every mounted call × everyone who could try it; a new call is covered as soon as it is mounted. */
const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const foreign = await app.dealership();
const addresses: Record<Role, string> = { ...dealer, dealer: dealer.owner, superadmin: (await app.operator()).email };
const calls = app.server.mountedCalls.map((call) => [call.name, call] as const);

const tokens = new Map<Role, string>();
async function tokenOf(role: Role, name: string): Promise<string> {
  // Signing out ends the session, so this call needs a token of its own.
  if (name === accounts.logout.name) return app.token(addresses[role]);
  const token = tokens.get(role) ?? (await app.token(addresses[role]));
  tokens.set(role, token);
  return token;
}

/** A session that still waits for its second factor. */
async function pendingToken(role: Role): Promise<string> {
  const token = await app.token(addresses[role]);
  await app.pool.query("update sessions set is_pending = true where token_hash = $1", [hashToken(token)]);
  return token;
}

async function endedToken(): Promise<string> {
  const token = await app.token(dealer.owner);
  const ended = await sendRequest(app, buildRequest(accounts.logout, {}, bearer(token)));
  expect(ended.status).toBe(200);
  return token;
}

async function expiredToken(): Promise<string> {
  const token = await app.token(dealer.owner);
  await app.pool.query(
    "update sessions set last_used_at = last_used_at - make_interval(secs => idle_seconds + 1) where token_hash = $1",
    [hashToken(token)],
  );
  return token;
}

const ids = { id: 1, chat_id: 1, message_id: 1, customer_id: 1 };
const invalidHeaders: Record<string, Record<string, string>> = {
  "no header": {},
  "an empty header": { authorization: "" },
  "no token": { authorization: "Bearer" },
  "another scheme": { authorization: "Basic b3duZXI6cGFzc3dvcmQ=" },
  "a made-up token": bearer("x".repeat(43)),
  "a token of odd characters": bearer("' or 1=1 --"),
  "a very long token": bearer("x".repeat(5_000)),
  "an ended session": bearer(await endedToken()),
  "an expired session": bearer(await expiredToken()),
};
const pending = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await pendingToken(role)])));

test("calls are mounted, each with a unique name and path", () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(new Set(calls.map(([name]) => name)).size).toBe(calls.length);
  expect(new Set(calls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(calls.length);
});

const failureOf = (message: unknown) => ({ status: "error", message, data: null });

describe.each(calls)("%s", (name, call) => {
  test.each(roles)("%s before the second factor", async (role) => {
    const answer = await sendRequest(app, buildRequest(call, ids, bearer(pending[role])));
    if (call.allow === "anyone" || call.allow === "pending")
      return expect(answer.envelope.message).not.toBe("Please Login");
    expect(answer).toMatchObject({ status: 401, envelope: failureOf("Please Login") });
  });

  test.each(roles)("signed in as %s", async (role) => {
    const answer = await sendRequest(app, buildRequest(call, ids, bearer(await tokenOf(role, name))));
    if (call.allow === "pending")
      return expect(answer).toMatchObject({ status: 401, envelope: failureOf("Please Login") });
    if (allows(call.allow, role))
      return expect([401, 403]).not.toContain(answer.status === 401 && call.allow === "anyone" ? 0 : answer.status);
    expect(answer).toMatchObject({ status: 403, envelope: failureOf("You are not allowed to do this.") });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each(Object.keys(invalidHeaders))("with %s", async (kind) => {
    const answer = await sendRequest(app, buildRequest(call, ids, invalidHeaders[kind]));
    if (call.allow === "anyone") return expect(answer.envelope.message).not.toBe("Please Login");
    expect(answer).toMatchObject({ status: 401, envelope: failureOf("Please Login") });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  const locationIds = {
    "of another dealer": foreign.location_id,
    "of the same dealer": dealer.otherLocation_id,
    "that does not exist": 999_999_999,
    "that is not a number": "abc",
    "that is two numbers": `${dealer.location_id},${dealer.otherLocation_id}`,
    "with SQL in it": "1 or 1=1",
  };
  test.each(Object.entries(locationIds))("at a location %s", async (_, locationId) => {
    const token = call.allow === "pending" ? pending.agent : await tokenOf("agent", name);
    const headers = { ...bearer(token), "location-id": String(locationId) };
    const answer = await sendRequest(app, buildRequest(call, ids, headers));
    if (call.allow === "anyone") return expect(answer.status).not.toBe(403);
    expect(answer.status).toBe(403);
    expect(answer.envelope).toEqual(failureOf(expect.stringMatching(/^You (do not belong|are not allowed)/)));
  });
});
