import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows, type Role, roles } from "#core/people.ts";
import { hashToken } from "#core/server/token.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { startTestApp } from "#testing/testApp.ts";
import { testEachCall } from "./callMatrix.ts";
import { bearer, buildRequest, sendRequest } from "./callRequests.ts";

/** Every mounted call × everyone who could try it; a new call is covered as soon as it is mounted. */
const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const foreign = await app.dealership();
const addresses: Record<Role, string> = { ...dealer, dealer: dealer.owner, superadmin: (await app.operator()).email };
const calls = app.server.mountedCalls;

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

const locationIds = {
  "of another dealer": foreign.location_id,
  "of the same dealer": dealer.otherLocation_id,
  "that does not exist": 999_999_999,
  "that is not a number": "abc",
  "that is two numbers": `${dealer.location_id},${dealer.otherLocation_id}`,
  "with SQL in it": "1 or 1=1",
};

const failureOf = (message: unknown) => ({ status: "error", message, data: null });
const loginFailure = { status: 401, envelope: failureOf("Please Login") };

test("calls are mounted, each with a unique name and path", () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length);
});

async function expectBeforeSecondFactor(call: Call, role: Role): Promise<void> {
  const answer = await sendRequest(app, buildRequest(call, ids, bearer(pending[role])));
  if (call.allow === "anyone" || call.allow === "pending")
    return expect(answer.envelope.message).not.toBe("Please Login");
  expect(answer).toMatchObject(loginFailure);
}

async function expectSignedIn(call: Call, role: Role): Promise<void> {
  const answer = await sendRequest(app, buildRequest(call, ids, bearer(await tokenOf(role, call.name))));
  if (call.allow === "pending") return expect(answer).toMatchObject(loginFailure);
  if (allows(call.allow, role))
    return expect([401, 403]).not.toContain(answer.status === 401 && call.allow === "anyone" ? 0 : answer.status);
  expect(answer).toMatchObject({ status: 403, envelope: failureOf("You don't have permission to do this.") });
  expect(answer.headers["cache-control"]).toBe("no-store");
}

async function expectWithInvalidHeader(call: Call, header: Record<string, string>): Promise<void> {
  const answer = await sendRequest(app, buildRequest(call, ids, header));
  if (call.allow === "anyone") return expect(answer.envelope.message).not.toBe("Please Login");
  expect(answer).toMatchObject(loginFailure);
  expect(answer.headers["cache-control"]).toBe("no-store");
}

async function expectAtLocation(call: Call, locationId: unknown): Promise<void> {
  const token = call.allow === "pending" ? pending.agent : await tokenOf("agent", call.name);
  const headers = { ...bearer(token), "location-id": String(locationId) };
  const answer = await sendRequest(app, buildRequest(call, ids, headers));
  if (call.allow === "anyone") return expect(answer.status).not.toBe(403);
  expect(answer.status).toBe(403);
  expect(answer.envelope).toEqual(
    failureOf(expect.stringMatching(/^You don't have (access to this location|permission)/)),
  );
}

testEachCall("admits exactly whom its contract allows", calls, async (call, tryCase) => {
  for (const role of roles) {
    await tryCase(`${role} before the second factor`, () => expectBeforeSecondFactor(call, role));
    await tryCase(`signed in as ${role}`, () => expectSignedIn(call, role));
  }
  for (const [kind, header] of Object.entries(invalidHeaders))
    await tryCase(`with ${kind}`, () => expectWithInvalidHeader(call, header));
  for (const [kind, locationId] of Object.entries(locationIds))
    await tryCase(`at a location ${kind}`, () => expectAtLocation(call, locationId));
});
