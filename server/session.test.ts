import { afterAll, expect, test } from "vitest";
import { openTestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { createGate } from "./session.ts";

const house = await openTestHouse();
afterAll(() => house.close());
const dealer = await house.dealership();
const foreign = await house.dealership();
const gate = createGate(house.server.within, house.clock);

const sessionOf = async (token: string) => (await gate.admit(token, undefined))?.session_id ?? 0;

test("a live connection is let in where its person belongs, and hears that location", async () => {
  const agent = await house.token(dealer.agent);
  expect(await gate.admit(agent, undefined)).toEqual({
    session_id: expect.any(Number),
    dealer_id: dealer.dealer_id,
    user_id: expect.any(Number),
    location_ids: [dealer.location_id],
  });
  const owner = await house.token(dealer.owner);
  expect((await gate.admit(owner, dealer.otherLocation_id))?.location_ids).toEqual([dealer.otherLocation_id]);
});

test("nobody is let in at a location that is not theirs", async () => {
  const agent = await house.token(dealer.agent);
  for (const place of [dealer.otherLocation_id, foreign.location_id, 999_999_999, 0, -1, Number.NaN]) {
    expect(await gate.admit(agent, place), String(place)).toBeUndefined();
  }
});

test.each(["", "x", "x".repeat(43), "' or true --"])("the token %j lets nobody in", async (token) => {
  expect(await gate.admit(token, undefined)).toBeUndefined();
});

test("sessions that ended, expired, or whose person left are found, the others not", async () => {
  const tokens = [dealer.owner, dealer.manager, dealer.agent, dealer.otherAgent].map((email) => house.token(email));
  const [owner = "", manager = "", agent = "", other = ""] = await Promise.all(tokens);
  const ids = await Promise.all([owner, manager, agent, other].map(sessionOf));
  expect(await gate.ended(ids)).toEqual([]);
  await callerOf(house.http, owner)(accounts.logout);
  await house.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  await house.pool.query("update sessions set last_used_at = '2000-01-01' where id = $1", [ids[2]]);
  expect(await gate.ended([...ids, 999_999_999])).toEqual([...ids.slice(0, 3), 999_999_999]);
  expect(await gate.admit(owner, undefined)).toBeUndefined();
});

test("of no sessions, none has ended", async () => {
  expect(await gate.ended([])).toEqual([]);
});
