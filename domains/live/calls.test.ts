import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Caller } from "#core/client.ts";
import { events } from "#core/event.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { live, mostMissed } from "./contract.ts";
import { sweepEvents } from "./server/sweepEvents.ts";

const payload = z.object({ id: z.number() });
const told = events({
  moved: { event: "moved", to: "location", about: "A test.", payload },
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload },
  called: { event: "called", to: "user", about: "A test.", payload },
});

let house: TestHouse;
let dealer: Dealership;
let foreign: Dealership;
beforeAll(async () => {
  house = await openTestHouse();
  [dealer, foreign] = [await house.dealership(), await house.dealership()];
});
afterAll(() => house.close());

const begin = { dealer: 0, location: 0, user: 0 };
const since = async (call: Caller, body = begin) => (await call(live.since, { body })).data;
const idsOf = ({ events }: Awaited<ReturnType<typeof since>>) => events.map(({ payload }) => payload.id);

async function userId(email: string): Promise<number> {
  const { rows } = await house.pool.query("select id from users where email = $1", [email]);
  return rows[0].id;
}

/** Tells in a dealer's scope. */
const tell = ({ dealer_id }: Dealership, tells: (tell: Parameters<Parameters<typeof within>[2]>[0]["tell"]) => void) =>
  within({ dealer_id }, "test", async (unit) => tells(unit.tell));
const within: TestHouse["server"]["within"]["business"] = (...given) => house.server.within.business(...given);

test("everybody gets what their own connection was told: the dealer's, the acting location's and their own", async () => {
  const [owner, agent] = [await userId(dealer.owner), await userId(dealer.agent)];
  const { location_id, otherLocation_id } = dealer;
  await tell(dealer, (tell) => {
    tell(told.moved, { id: 1 }, { location_id });
    tell(told.moved, { id: 2 }, { location_id: otherLocation_id });
    tell(told.renamed, { id: 3 });
    tell(told.called, { id: 4 }, { user_id: owner });
    tell(told.called, { id: 5 }, { user_id: agent });
  });
  await tell(foreign, (tell) => tell(told.renamed, { id: 6 }));
  expect(idsOf(await since(await house.signIn(dealer.owner, location_id)))).toEqual([1, 3, 4]);
  expect(idsOf(await since(await house.signIn(dealer.owner, otherLocation_id)))).toEqual([2, 3, 4]);
  expect(idsOf(await since(await house.signIn(dealer.agent)))).toEqual([1, 3, 5]);
  expect(idsOf(await since(await house.signIn(dealer.otherAgent)))).toEqual([2, 3]);
  expect(idsOf(await since(await house.signIn(foreign.owner)))).toEqual([6]);
  const elsewhere = await house.signIn(dealer.agent, otherLocation_id);
  await expect(since(elsewhere)).rejects.toMatchObject({ status: 403 });
  await expect(since(house.anyone)).rejects.toMatchObject({ status: 401 });
});

test("the numbers lead on: what one has isn't told again, and nothing in between is left out", async () => {
  const { location_id } = dealer;
  const agent = await house.signIn(dealer.agent);
  const { heads } = await since(agent);
  expect(await since(agent, heads)).toEqual({ events: [], heads, complete: 1 });
  await tell(dealer, (tell) => {
    for (const id of [10, 11, 12]) tell(told.moved, { id }, { location_id });
    tell(told.renamed, { id: 13 });
  });
  const next = await since(agent, heads);
  expect(idsOf(next)).toEqual([10, 11, 12, 13]);
  expect(next.complete).toBe(1);
  const [first, second] = next.events.map(({ mark }) => mark);
  expect(first).toMatchObject({ to: "location", after: heads.location });
  expect(second).toMatchObject({ to: "location", after: first?.seq });
  expect(idsOf(await since(agent, { ...heads, location: second?.seq ?? 0 }))).toEqual([12, 13]);
  expect(await since(agent, next.heads)).toEqual({ events: [], heads: next.heads, complete: 1 });
});

test("what is on the wire has the same mark", async () => {
  const agent = await house.signIn(dealer.agent);
  const { heads } = await since(agent);
  const { dealer_id, location_id } = dealer;
  await tell(dealer, (tell) => tell(told.moved, { id: 20 }, { location_id }));
  const heard = house.events.in({ kind: "location", dealer_id, location_id }).at(-1);
  expect((await since(agent, heads)).events).toEqual([
    { event: "moved", payload: { id: 20 }, mark: heard?.mark ?? "no mark" },
  ]);
});

test("too many, or those that are no longer kept, are said to be incomplete", async () => {
  const agent = await house.signIn(dealer.agent);
  const { location_id } = dealer;
  const { heads } = await since(agent);
  const many = (count: number) =>
    tell(dealer, (tell) => {
      for (let id = 1; id <= count; id += 1) tell(told.moved, { id }, { location_id });
    });
  await many(mostMissed);
  const all = await since(agent, heads);
  expect([all.events.length, all.complete]).toEqual([mostMissed, 1]);
  await many(1);
  const tooMany = await since(agent, heads);
  expect(tooMany).toMatchObject({ events: [], complete: 0 });
  expect(tooMany.heads.location).toBe(all.heads.location + 1);

  house.clock.advance(61 * 60_000);
  await sweepEvents(house.server);
  expect(await since(agent, tooMany.heads)).toMatchObject({ events: [], complete: 1 });
  await many(2);
  expect(idsOf(await since(agent, tooMany.heads))).toEqual([1, 2]);
  expect(await since(agent, all.heads)).toMatchObject({ events: [], complete: 0 });
});

test.each([{ dealer: -1 }, { location: "x" }, { user: undefined }, { dealer: 1.5 }])("%j is no number", async (odd) => {
  const agent = await house.signIn(dealer.agent);
  await expect(since(agent, { ...begin, ...odd } as typeof begin)).rejects.toMatchObject({ status: 422 });
});

test("somebody at no location, the operator too, hears of their own alone", async () => {
  const { email } = await house.operator();
  expect(await since(await house.signIn(email))).toEqual({ events: [], heads: begin, complete: 1 });
});
