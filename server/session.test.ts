import { afterAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { hashPassword } from "#domains/accounts/server/public.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp } from "#testing/testApp.ts";
import { createGate } from "./session.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const otherDealer = await app.dealership();
const gate = createGate(app.server.within, app.clock);

const sessionIdOf = async (token: string) => (await gate.authenticate(token, undefined))?.session_id ?? 0;

test("admits a connection at the person's own locations and subscribes it to the chosen one", async () => {
  const agent = await app.token(dealer.agent);
  expect(await gate.authenticate(agent, undefined)).toEqual({
    session_id: expect.any(Number),
    dealer_id: dealer.dealer_id,
    user_id: expect.any(Number),
    location_ids: [dealer.location_id],
  });
  const owner = await app.token(dealer.owner);
  expect((await gate.authenticate(owner, dealer.otherLocation_id))?.location_ids).toEqual([dealer.otherLocation_id]);
});

test("admits nobody at a location that is not theirs", async () => {
  const agent = await app.token(dealer.agent);
  for (const location_id of [dealer.otherLocation_id, otherDealer.location_id, 999_999_999, 0, -1, Number.NaN]) {
    expect(await gate.authenticate(agent, location_id), String(location_id)).toBeUndefined();
  }
});

test.each(["", "x", "x".repeat(43), "' or true --"])("the token %j admits nobody", async (token) => {
  expect(await gate.authenticate(token, undefined)).toBeUndefined();
});

test("admits nobody who must still choose a password, and then the same sign-in", async () => {
  const token = await app.token(dealer.agent);
  const mustChange = "update users set must_change_password = $2 where email = $1";
  await app.pool.query(mustChange, [dealer.agent, true]);
  expect(await gate.authenticate(token, undefined)).toBeUndefined();
  const body = { old_password: password, password: "Harbor-lights-77", confirm_password: "Harbor-lights-77" };
  await injectedCaller(app.http, token)(settings.password, { body });
  expect(await gate.authenticate(token, undefined)).toMatchObject({ dealer_id: dealer.dealer_id });
  await app.pool.query("update logins set password_hash = $2 where email = $1", [
    dealer.agent,
    await hashPassword(password),
  ]);
});

test("finds exactly the sessions that were ended, expired or belong to a deactivated person", async () => {
  const tokens = [dealer.owner, dealer.manager, dealer.agent, dealer.otherAgent].map((email) => app.token(email));
  const [owner = "", manager = "", agent = "", other = ""] = await Promise.all(tokens);
  const ids = await Promise.all([owner, manager, agent, other].map(sessionIdOf));
  expect(await gate.endedSessions(ids)).toEqual([]);
  await injectedCaller(app.http, owner)(accounts.logout);
  await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  await app.pool.query("update sessions set last_used_at = '2000-01-01' where id = $1", [ids[2]]);
  expect(await gate.endedSessions([...ids, 999_999_999])).toEqual([...ids.slice(0, 3), 999_999_999]);
  expect(await gate.authenticate(owner, undefined)).toBeUndefined();
});

test("finds no ended sessions among none", async () => {
  expect(await gate.endedSessions([])).toEqual([]);
});
