import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Caller } from "#core/client.ts";
import { events } from "#core/event.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { followPostgres } from "#testing/testTime.ts";
import { live, maxMissedEvents } from "./contract.ts";
import { sweepEvents } from "./server/handlers.ts";

const payload = z.object({ id: z.number() });
const testEvents = events({
  moved: { event: "moved", to: "location", about: "A test.", payload },
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload },
  called: { event: "called", to: "user", about: "A test.", payload },
});

let app: TestApp;
let dealer: Dealership;
let foreign: Dealership;
beforeAll(async () => {
  app = await startTestApp();
  [dealer, foreign] = [await app.dealership(), await app.dealership()];
});
afterAll(() => app.close());

const noneSeen = { dealer: 0, location: 0, user: 0 };
const since = async (call: Caller, body = noneSeen) => (await call(live.since, { body })).data;
const idsOf = ({ events }: Awaited<ReturnType<typeof since>>) => events.map(({ payload }) => payload.id);

async function userId(email: string): Promise<number> {
  const { rows } = await app.pool.query("select id from users where email = $1", [email]);
  return rows[0].id;
}

/** Publishes events in a dealer's scope. */
const publishIn = ({ dealer_id }: Dealership, publishAll: (unit: UnitOfWork) => void) =>
  within({ dealer_id }, "test", async (unit) => publishAll(unit));
const within: TestApp["server"]["within"]["business"] = (...given) => app.server.within.business(...given);

test("everybody gets the events of their dealer, their acting location and themselves", async () => {
  const [owner, agent] = [await userId(dealer.owner), await userId(dealer.agent)];
  const { location_id, otherLocation_id } = dealer;
  await publishIn(dealer, (unit) => {
    unit.publish(testEvents.moved, { id: 1 }, { location_id });
    unit.publish(testEvents.moved, { id: 2 }, { location_id: otherLocation_id });
    unit.publish(testEvents.renamed, { id: 3 });
    unit.publish(testEvents.called, { id: 4 }, { user_id: owner });
    unit.publish(testEvents.called, { id: 5 }, { user_id: agent });
  });
  await publishIn(foreign, (unit) => unit.publish(testEvents.renamed, { id: 6 }));
  expect(idsOf(await since(await app.signIn(dealer.owner, location_id)))).toEqual([1, 3, 4]);
  expect(idsOf(await since(await app.signIn(dealer.owner, otherLocation_id)))).toEqual([2, 3, 4]);
  expect(idsOf(await since(await app.signIn(dealer.agent)))).toEqual([1, 3, 5]);
  expect(idsOf(await since(await app.signIn(dealer.otherAgent)))).toEqual([2, 3]);
  expect(idsOf(await since(await app.signIn(foreign.owner)))).toEqual([6]);
  const elsewhere = await app.signIn(dealer.agent, otherLocation_id);
  await expect(since(elsewhere)).rejects.toMatchObject({ status: 403 });
  await expect(since(app.anyone)).rejects.toMatchObject({ status: 401 });
});

test("sequences continue: nothing is delivered twice and nothing is skipped", async () => {
  const { location_id } = dealer;
  const agent = await app.signIn(dealer.agent);
  const { heads } = await since(agent);
  expect(await since(agent, heads)).toEqual({ events: [], heads, complete: 1 });
  await publishIn(dealer, (unit) => {
    for (const id of [10, 11, 12]) unit.publish(testEvents.moved, { id }, { location_id });
    unit.publish(testEvents.renamed, { id: 13 });
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

test("realtime events carry the same position", async () => {
  const agent = await app.signIn(dealer.agent);
  const { heads } = await since(agent);
  const { dealer_id, location_id } = dealer;
  await publishIn(dealer, (unit) => unit.publish(testEvents.moved, { id: 20 }, { location_id }));
  const published = app.events.inRoom({ kind: "location", dealer_id, location_id }).at(-1);
  expect((await since(agent, heads)).events).toEqual([
    { event: "moved", payload: { id: 20 }, mark: published?.mark ?? "no mark" },
  ]);
});

test("too many or expired events are reported as incomplete", async () => {
  await followPostgres(app);
  const agent = await app.signIn(dealer.agent);
  const { location_id } = dealer;
  const { heads } = await since(agent);
  const many = (count: number) =>
    publishIn(dealer, (unit) => {
      for (let id = 1; id <= count; id += 1) unit.publish(testEvents.moved, { id }, { location_id });
    });
  await many(maxMissedEvents);
  const all = await since(agent, heads);
  expect([all.events.length, all.complete]).toEqual([maxMissedEvents, 1]);
  await many(1);
  const tooMany = await since(agent, heads);
  expect(tooMany).toMatchObject({ events: [], complete: 0 });
  expect(tooMany.heads.location).toBe(all.heads.location + 1);

  app.clock.advance(61 * 60_000);
  await sweepEvents(app.server);
  expect(await since(agent, tooMany.heads)).toMatchObject({ events: [], complete: 1 });
  await many(2);
  expect(idsOf(await since(agent, tooMany.heads))).toEqual([1, 2]);
  expect(await since(agent, all.heads)).toMatchObject({ events: [], complete: 0 });
});

test.each([{ dealer: -1 }, { location: "x" }, { user: undefined }, { dealer: 1.5 }])(
  "%j is not a valid sequence",
  async (odd) => {
    const agent = await app.signIn(dealer.agent);
    await expect(since(agent, { ...noneSeen, ...odd } as typeof noneSeen)).rejects.toMatchObject({ status: 422 });
  },
);

test("somebody without a location, such as the operator, gets only their own events", async () => {
  const { email } = await app.operator();
  expect(await since(await app.signIn(email))).toEqual({ events: [], heads: noneSeen, complete: 1 });
});
