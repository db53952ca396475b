import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { allows } from "#core/people.ts";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest } from "./callRequests.ts";

/** Every call that declares a rate limit keeps it, for the one who overdoes it and for nobody else. */
const app = await startTestApp();
afterAll(() => app.close());

const [dealer, other] = [await app.dealership(), await app.dealership()];
const operator = (await app.operator()).email;
const limited = app.server.mountedCalls.filter(({ rate }) => rate !== undefined);
afterAll(() => console.info(`${limited.length} calls with a rate limit tried.`));

interface LimitedCaller {
  readonly token: string | undefined;
  readonly address: string;
}

const tokens = new Map<string, Promise<string>>();
async function callerOf(call: Call, email: string, address: string): Promise<LimitedCaller> {
  if (call.allow === "anyone") return { token: undefined, address };
  const token = tokens.get(email) ?? app.token(email);
  tokens.set(email, token);
  return { token: await token, address };
}

/** Sends a request that fails after it was counted: its body is empty. */
async function send(call: Call, { token, address }: LimitedCaller) {
  const { method, url, headers } = buildRequest(call, { id: 0, invitation_id: 0 }, token ? bearer(token) : {});
  const withoutForm = { ...headers, "content-type": "application/json" };
  return app.http.inject({ method, url, headers: withoutForm, payload: {}, remoteAddress: address } as never);
}

/** Sets every counter of a call to this many uses. */
async function setUses(call: Call, uses: number): Promise<void> {
  const counters = "update rate_limits set points = $1 where key like $2";
  expect((await app.pool.query(counters, [uses, `${call.name}:%`])).rowCount, "counters").toBe(1);
}

test.each(limited.map((call) => [call.name, call] as const))("%s", async (_, call) => {
  const { points = 0, by } = call.rate ?? {};
  const isOperators = allows(call.allow, "superadmin") && !allows(call.allow, "dealer");
  const caller = await callerOf(call, isOperators ? operator : dealer.owner, "198.51.100.1");
  expect((await send(call, caller)).statusCode).not.toBe(429);
  await setUses(call, points - 1);
  expect((await send(call, caller)).statusCode, "the last use").not.toBe(429);
  const refused = await send(call, caller);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ status: "error", message: expect.stringMatching(/wait/i), data: null });
  // Another person, or for visitors another address.
  if (isOperators) return;
  const address = by === "address" ? "198.51.100.2" : "198.51.100.1";
  expect((await send(call, await callerOf(call, other.owner, address))).statusCode).not.toBe(429);
});
