import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";

const testEvents = events({
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload: z.object({ id: z.number() }) },
});
const workJob = job("test.work", z.object({ id: z.number() }));

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
  await app.pool.query(
    `insert into dealers (id, business_name) values (1, 'One');
     create table counters (dealer_id bigint, id bigint, n integer, primary key (dealer_id, id));
     select tenant_table('counters');
     insert into counters values (1, 1, 0), (1, 2, 0)`,
  );
});
afterAll(() => app?.close());

/** Counts in a first row at once and in a second one with the commit, which fails for 0. */
const count = (n: number) =>
  app.server.within.business({ dealer_id: 1 }, "test", async (unit) => {
    unit.withCommit({
      name: "test_last",
      text: "update counters set n = n + 1 / $1::int where dealer_id = 1 and id = 2",
      values: [n],
      toFailure: () => new Failure("conflict", "No more"),
    });
    await sql`update counters set n = n + 1 where dealer_id = 1 and id = 1`.execute(unit.db);
    unit.publish(testEvents.renamed, { id: n });
    unit.enqueue(workJob, { id: n });
  });

const counted = async () =>
  (await app.pool.query<{ n: number }>("select n from counters order by id")).rows.map(({ n }) => n);

test("the last statement is kept with the rest, or fails as it says, and nothing is kept or published", async () => {
  await count(1);
  expect(await counted()).toEqual([1, 1]);
  expect(app.events.published).toHaveLength(1);
  for (let times = 0; times < 5; times++) {
    await expect(count(0)).rejects.toMatchObject({ kind: "conflict", message: "No more" });
  }
  expect(await counted()).toEqual([1, 1]);
  expect(app.events.published).toHaveLength(1);
  await count(1);
  expect(await counted()).toEqual([2, 2]);
});
