import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { job } from "#core/job.ts";
import { startTestServer, type TestServer, testIdentity } from "#testing/testServer.ts";
import { readOnlyWithin } from "./readOnlyWithin.ts";
import { systemOrigin, type UnitOfWork } from "./unitOfWork.ts";
import type { Within } from "./within.ts";

const testEvents = events({
  moved: { event: "moved", to: "location", about: "A test.", payload: z.object({ id: z.number() }) },
  typing: { event: "typing", to: "location", about: "A test.", transient: true, payload: z.object({ id: z.number() }) },
});
const workJob = job("test.work", z.object({ id: z.number() }));

let app: TestServer;
let within: Within;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
  within = readOnlyWithin(app.server.within);
  await app.pool.query(
    `insert into dealers (id, business_name) values (1, 'One'), (2, 'Two');
     insert into locations (dealer_id, id, title) values (1, 101, 'A'), (2, 103, 'C')`,
  );
});
afterAll(() => app?.close());

const { scope } = testIdentity("dealer", 1, 101);
const refusal = { kind: "forbidden", message: "View only. You can't change anything in this account." };
const titles = async ({ db }: UnitOfWork) => (await db.selectFrom("locations").select("title").execute()).length;

test("it reads in the scope, by either method", async () => {
  expect(await within(scope, systemOrigin, titles)).toBe(1);
  expect(await within.readOnly(scope, systemOrigin, titles)).toBe(1);
});

test.each<[string, (unit: UnitOfWork) => unknown]>([
  ["an insert", ({ db }) => db.insertInto("locations").values({ dealer_id: 1, title: "X" }).execute()],
  ["an update", ({ db }) => db.updateTable("locations").set({ title: "X" }).execute()],
  ["a deletion", ({ db }) => db.deleteFrom("locations").execute()],
  ["a lock", ({ db }) => db.selectFrom("locations").select("id").forUpdate().execute()],
  ["an event", ({ publish }) => publish(testEvents.moved, { id: 1 })],
  ["an event that passes", ({ publish }) => publish(testEvents.typing, { id: 1 })],
  ["a job", ({ enqueue }) => enqueue(workJob, { id: 1 })],
  ["a line in the trail", ({ audit }) => audit({ action: "looked", subject: "test" })],
  ["what is done afterwards", ({ afterCommit }) => afterCommit(() => {})],
])("%s is refused", async (_, work) => {
  await expect(within(scope, systemOrigin, async (unit) => work(unit))).rejects.toMatchObject(refusal);
  expect(await app.server.within.control("test", titles)).toBe(2);
  expect({ published: app.events.published, jobs: app.jobs.queued }).toEqual({ published: [], jobs: [] });
});

test("every other method is refused", async () => {
  const ways = [
    within.business({ dealer_id: 2 }, "test", titles),
    within.business({ dealer_id: 1 }, "test", titles),
    within.control("test", titles),
    within.control.read("test", async () => 1),
    within.cellOf({ dealer_id: 1 }, "test", titles),
    within.cellOf.read({ entry: "login", key: "me@example.com" }, "test", async () => 1),
    within.eachCell("test", titles),
    within.eachCell.read("test", async () => 1),
    within.publishPending(),
  ];
  for (const way of ways) await expect(way).rejects.toMatchObject(refusal);
});
