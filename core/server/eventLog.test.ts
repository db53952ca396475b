import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { type EventPosition, events } from "#core/event.ts";
import { createRecordedEvents, type RecordedEvents } from "#testing/recordedEvents.ts";
import { startTestServer, type TestServer, testIdentity } from "#testing/testServer.ts";
import { systemOrigin, type UnitOfWork } from "./unitOfWork.ts";
import { createWithin, type Within } from "./within.ts";

const payload = z.object({ id: z.number() });
const testEvents = events({
  moved: { event: "moved", to: "location", about: "A test.", payload },
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload },
  called: { event: "called", to: "user", about: "A test.", payload },
  typing: { event: "typing", to: "location", about: "A test.", transient: true, payload },
});

let app: TestServer;
let within: Within;
/** A second node on the same database. */
let other: { within: Within; events: RecordedEvents };
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
  within = app.server.within;
  const realtime = createRecordedEvents();
  other = { within: createWithin({ ...app.server.ports, pool: app.pool, realtime }), events: realtime };
});
afterAll(() => app?.close());
afterEach(async () => {
  await app.pool.query("truncate events, event_heads");
  app.events.published.length = 0;
  other.events.published.length = 0;
});

const { scope } = testIdentity("agent", 1, 1);
const move =
  (id: number) =>
  async ({ publish }: UnitOfWork) =>
    publish(testEvents.moved, { id });

interface Marked {
  readonly room: string;
  readonly payload: unknown;
  readonly mark?: EventPosition;
}

/** Every event that either node published, with its position. */
const published = (): Marked[] => [...app.events.published, ...other.events.published];
const marks = () => published().flatMap(({ mark }) => mark ?? []);

test("concurrent events of two nodes are numbered without a gap, chained in each room, and published once", async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, id) => {
      const node = id % 2 === 0 ? within : other.within;
      return node(scope, systemOrigin, async ({ publish, now }) => {
        now();
        if (id % 3 === 0) publish(testEvents.renamed, { id });
        else publish(testEvents.moved, { id });
        if (id % 5 === 0) publish(testEvents.called, { id }, { user_id: 7 });
      });
    }),
  );
  const seqs = marks().map(({ seq }) => seq);
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 72 }, (_, at) => at + 1));
  for (const { published: heard } of [app.events, other.events]) {
    const own = heard.map(({ mark }) => mark?.seq ?? 0);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
  for (const room of new Set(published().map(({ room }) => room))) {
    const chain = published().flatMap((one) => (one.room === room && one.mark ? [one.mark] : []));
    chain.sort((a, b) => a.seq - b.seq);
    expect(chain.map(({ after }) => after)).toEqual([0, ...chain.map(({ seq }) => seq).slice(0, -1)]);
  }
});

test("each dealer has its own sequence, and platform work may publish to several", async () => {
  await within.control("test", async ({ publish }) => {
    for (const dealer_id of [2, 1, 2]) publish(testEvents.renamed, { id: dealer_id }, { dealer_id });
  });
  const seen = published().map(({ room, mark }) => [room, mark?.seq, mark?.after]);
  expect(seen).toEqual([
    ["dealer:1", 1, 0],
    ["dealer:2", 1, 0],
    ["dealer:2", 2, 1],
  ]);
});

test("rolled-back work publishes nothing and takes no number", async () => {
  const failing = within(scope, systemOrigin, async (unit) => {
    await move(1)(unit);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await within(scope, systemOrigin, move(2));
  expect(published()).toMatchObject([{ payload: { id: 2 } }]);
  expect(marks()).toMatchObject([{ seq: 1, after: 0 }]);
});

test("when an event can't be stored, its whole unit of work rolls back", async () => {
  await app.pool.query("create table things (dealer_id bigint, id bigint, primary key (dealer_id, id))");
  await app.pool.query("select tenant_table('things')");
  const foreign = within(scope, systemOrigin, async ({ db, publish }) => {
    await db
      .insertInto("things" as never)
      .values({ dealer_id: 1, id: 1 } as never)
      .execute();
    publish(testEvents.renamed, { id: 1 }, { dealer_id: 2 });
  });
  await expect(foreign).rejects.toMatchObject({ code: "42501" });
  expect((await app.pool.query("select from things")).rowCount).toBe(0);
  expect(published()).toEqual([]);
});

test("transient events are published but not stored", async () => {
  await within(scope, systemOrigin, async ({ publish }) => publish(testEvents.typing, { id: 1 }));
  expect(published()).toMatchObject([{ room: "dealer:1:location:1", event: "typing", payload: { id: 1 } }]);
  expect(marks()).toEqual([]);
  expect((await app.pool.query("select from events")).rowCount).toBe(0);
});

test("the events of a crashed process are published once, by the next publisher or by a sweep", async () => {
  const leave = (id: number) =>
    app.pool.query(
      "insert into events (dealer_id, audience, audience_id, event, payload) values (1, 'location', 1, 'moved', $1)",
      [JSON.stringify({ id })],
    );
  await leave(1);
  await within(scope, systemOrigin, move(2));
  await leave(3);
  await Promise.all([within.publishPending(), other.within.publishPending(), within.publishPending()]);
  const byNumber = published().toSorted((a, b) => (a.mark?.seq ?? 0) - (b.mark?.seq ?? 0));
  expect(byNumber.map(({ payload }) => payload)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("work continues while events can't be numbered, and they are published later", async () => {
  await app.pool.query("alter function number_events rename to away");
  await within(scope, systemOrigin, move(1));
  expect(published()).toEqual([]);
  await app.pool.query("alter function away rename to number_events");
  await vi.waitFor(() => expect(published()).toMatchObject([{ payload: { id: 1 } }]), 10_000);
});
