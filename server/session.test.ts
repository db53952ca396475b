import { afterAll, expect, test } from "vitest";
import { openTestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { createGate } from "./session.ts";

const app = await openTestHouse();
afterAll(() => app.close());
const dealer = await app.dealership();
const otherDealer = await app.dealership();
const gate = createGate(app.server.within, app.clock);

const sessionIdOf = async (token: string) => (await gate.admit(token, undefined))?.session_id ?? 0;

test("admits a connection at the person's own locations and subscribes it to the chosen one", async () => {
  const agent = await app.token(dealer.agent);
  expect(await gate.admit(agent, undefined)).toEqual({
    session_id: expect.any(Number),
    dealer_id: dealer.dealer_id,
    user_id: expect.any(Number),
    location_ids: [dealer.location_id],
  });
  const owner = await app.token(dealer.owner);
  expect((await gate.admit(owner, dealer.otherLocation_id))?.location_ids).toEqual([dealer.otherLocation_id]);
});

test("admits nobody at a location that is not theirs", async () => {
  const agent = await app.token(dealer.agent);
  for (const location_id of [dealer.otherLocation_id, otherDealer.location_id, 999_999_999, 0, -1, Number.NaN]) {
    expect(await gate.admit(agent, location_id), String(location_id)).toBeUndefined();
  }
});

test.each(["", "x", "x".repeat(43), "' or true --"])("the token %j admits nobody", async (token) => {
  expect(await gate.admit(token, undefined)).toBeUndefined();
});

test("finds exactly the sessions that were ended, expired or belong to a deactivated person", async () => {
  const tokens = [dealer.owner, dealer.manager, dealer.agent, dealer.otherAgent].map((email) => app.token(email));
  const [owner = "", manager = "", agent = "", other = ""] = await Promise.all(tokens);
  const ids = await Promise.all([owner, manager, agent, other].map(sessionIdOf));
  expect(await gate.ended(ids)).toEqual([]);
  await callerOf(app.http, owner)(accounts.logout);
  await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  await app.pool.query("update sessions set last_used_at = '2000-01-01' where id = $1", [ids[2]]);
  expect(await gate.ended([...ids, 999_999_999])).toEqual([...ids.slice(0, 3), 999_999_999]);
  expect(await gate.admit(owner, undefined)).toBeUndefined();
});

test("finds no ended sessions among none", async () => {
  expect(await gate.ended([])).toEqual([]);
});
