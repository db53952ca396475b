import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events, type Mark } from "#core/event.ts";
import { createHeardEvents, type HeardEvents } from "#core/testing/heardEvents.ts";
import { openSmallServer, personOf, type SmallServer } from "#core/testing/smallServer.ts";
import { bySystem, type Unit } from "./unit.ts";
import { createWithin, type Within } from "./within.ts";

const payload = z.object({ id: z.number() });
const testEvents = events({
  moved: { event: "moved", to: "location", about: "A test.", payload },
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload },
  called: { event: "called", to: "user", about: "A test.", payload },
  typing: { event: "typing", to: "location", about: "A test.", passing: true, payload },
});

let app: SmallServer;
let within: Within;
/** A second node on the same database. */
let other: { within: Within; events: HeardEvents };
beforeAll(async () => {
  app = await openSmallServer(calls("none", {}), {});
  within = app.server.within;
  const realtime = createHeardEvents();
  other = { within: createWithin({ ...app.server.ports, pool: app.pool, realtime }), events: realtime };
});
afterAll(() => app?.close());
afterEach(async () => {
  await app.pool.query("truncate events, event_heads");
  app.events.heard.length = 0;
  other.events.heard.length = 0;
});

const { scope } = personOf("agent", 1, 1);
const move =
  (id: number) =>
  async ({ tell }: Unit) =>
    tell(testEvents.moved, { id });

interface Marked {
  readonly room: string;
  readonly payload: unknown;
  readonly mark?: Mark;
}

/** Every event that either node published, with its position. */
const published = (): Marked[] => [...app.events.heard, ...other.events.heard];
const marks = () => published().flatMap(({ mark }) => mark ?? []);

test("concurrent events of two nodes are numbered without a gap, chained in each room, and published once", async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, id) => {
      const node = id % 2 === 0 ? within : other.within;
      return node(scope, bySystem, async ({ tell, now }) => {
        now();
        if (id % 3 === 0) tell(testEvents.renamed, { id });
        else tell(testEvents.moved, { id });
        if (id % 5 === 0) tell(testEvents.called, { id }, { user_id: 7 });
      });
    }),
  );
  const seqs = marks().map(({ seq }) => seq);
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 72 }, (_, at) => at + 1));
  for (const { heard } of [app.events, other.events]) {
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
  await within.platform("test", async ({ tell }) => {
    for (const dealer_id of [2, 1, 2]) tell(testEvents.renamed, { id: dealer_id }, { dealer_id });
  });
  const seen = published().map(({ room, mark }) => [room, mark?.seq, mark?.after]);
  expect(seen).toEqual([
    ["dealer:1", 1, 0],
    ["dealer:2", 1, 0],
    ["dealer:2", 2, 1],
  ]);
});

test("rolled-back work publishes nothing and takes no number", async () => {
  const failing = within(scope, bySystem, async (unit) => {
    await move(1)(unit);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await within(scope, bySystem, move(2));
  expect(published()).toMatchObject([{ payload: { id: 2 } }]);
  expect(marks()).toMatchObject([{ seq: 1, after: 0 }]);
});

test("when an event can't be stored, its whole unit of work rolls back", async () => {
  await app.pool.query("create table things (dealer_id bigint, id bigint, primary key (dealer_id, id))");
  await app.pool.query("select tenant_table('things')");
  const foreign = within(scope, bySystem, async ({ db, tell }) => {
    await db
      .insertInto("things" as never)
      .values({ dealer_id: 1, id: 1 } as never)
      .execute();
    tell(testEvents.renamed, { id: 1 }, { dealer_id: 2 });
  });
  await expect(foreign).rejects.toMatchObject({ code: "42501" });
  expect((await app.pool.query("select from things")).rowCount).toBe(0);
  expect(published()).toEqual([]);
});

test("transient events are published but not stored", async () => {
  await within(scope, bySystem, async ({ tell }) => tell(testEvents.typing, { id: 1 }));
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
  await within(scope, bySystem, move(2));
  await leave(3);
  await Promise.all([within.tellLeft(), other.within.tellLeft(), within.tellLeft()]);
  const byNumber = published().toSorted((a, b) => (a.mark?.seq ?? 0) - (b.mark?.seq ?? 0));
  expect(byNumber.map(({ payload }) => payload)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("work continues while events can't be numbered, and they are published later", async () => {
  await app.pool.query("alter function number_events rename to away");
  await within(scope, bySystem, move(1));
  expect(published()).toEqual([]);
  await app.pool.query("alter function away rename to number_events");
  await vi.waitFor(() => expect(published()).toMatchObject([{ payload: { id: 1 } }]), 10_000);
});
