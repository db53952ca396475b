import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { inDepth } from "#testing/deep.ts";
import type { EventAudience, EventPosition, LastSequences } from "./event.ts";
import { createEventSequencer, type MissedEvents } from "./eventSequencer.ts";

interface TestEvent {
  readonly event: string;
  readonly payload: number;
  readonly mark: EventPosition;
}

/** A server that numbers published events and keeps the last `retained` of them. */
function createTestServer(retained = Number.POSITIVE_INFINITY) {
  const log: TestEvent[] = [];
  const heads: Record<EventAudience, number> = { dealer: 0, location: 0, user: 0 };
  let seq = 0;
  return {
    log,
    heads: (): LastSequences => ({ ...heads }),
    /** Other audiences' events take sequence numbers too. */
    skip(): void {
      seq += 1;
    },
    publish(to: EventAudience): TestEvent {
      seq += 1;
      const event = { event: to, payload: seq, mark: { id: seq, seq, to, after: heads[to] } };
      heads[to] = seq;
      log.push(event);
      return event;
    },
    since(from: LastSequences): MissedEvents {
      const events = log.slice(-retained).filter(({ mark }) => mark.seq > from[mark.to]);
      const isWhole = (["dealer", "location", "user"] as const).every((to) => {
        const [first] = events.filter(({ mark }) => mark.to === to);
        return heads[to] <= from[to] || (first !== undefined && first.mark.after <= from[to]);
      });
      return { events: isWhole ? events : [], heads: { ...heads }, complete: isWhole ? 1 : 0 };
    },
  };
}

function createListener(
  server: ReturnType<typeof createTestServer>,
  options: { fetchMissed?: (from: LastSequences) => Promise<MissedEvents> } = {},
) {
  const applied: number[] = [];
  const statuses: boolean[] = [];
  const delays: number[] = [];
  const refetch = vi.fn(async () => undefined);
  const fetchMissed = vi.fn(options.fetchMissed ?? (async (from: LastSequences) => server.since(from)));
  const sequencer = createEventSequencer({
    apply: (_event, payload) => void applied.push(payload as number),
    fetchMissed,
    refetch,
    onStatus: (isUpToDate) => void statuses.push(isUpToDate),
    wait: async (milliseconds) => void delays.push(milliseconds),
  });
  const receive = ({ event, payload, mark }: TestEvent) => sequencer.receive(event, payload, mark);
  return { ...sequencer, receive, applied, statuses, delays, refetch, fetchMissed };
}

const flushed = () => new Promise((resolve) => setTimeout(resolve));

test("events in order are applied, and nothing is fetched", async () => {
  const server = createTestServer();
  const { receiveLastSequences, receive, applied, fetchMissed, statuses } = createListener(server);
  receiveLastSequences(server.heads());
  for (const to of ["dealer", "location", "user", "location"] as const) {
    receive(server.publish(to));
    server.skip();
  }
  await flushed();
  expect(applied).toEqual([1, 3, 5, 7]);
  expect(fetchMissed).not.toHaveBeenCalled();
  expect(statuses).toEqual([true]);
});

test("a duplicate is applied once", () => {
  const server = createTestServer();
  const { receiveLastSequences, receive, applied } = createListener(server);
  receiveLastSequences(server.heads());
  const event = server.publish("location");
  receive(event);
  receive(event);
  expect(applied).toEqual([1]);
});

test("two swapped events are not fetched", async () => {
  const server = createTestServer();
  const waiting: (() => void)[] = [];
  const applied: number[] = [];
  const fetchMissed = vi.fn(async (from: LastSequences) => server.since(from));
  const sequencer = createEventSequencer({
    apply: (_event, payload) => void applied.push(payload as number),
    fetchMissed,
    refetch: async () => undefined,
    onStatus: () => undefined,
    wait: () => new Promise((resolve) => void waiting.push(resolve)),
  });
  sequencer.receiveLastSequences(server.heads());
  const [first, second] = [server.publish("location"), server.publish("location")];
  for (const { event, payload, mark } of [second, first]) sequencer.receive(event, payload, mark);
  for (const end of waiting) end();
  await flushed();
  expect(applied).toEqual([2, 1]);
  expect(fetchMissed).not.toHaveBeenCalled();
});

test("a missing event is fetched, even when nothing follows it", async () => {
  const server = createTestServer();
  const { receiveLastSequences, receive, applied, fetchMissed } = createListener(server);
  receiveLastSequences(server.heads());
  server.publish("location");
  receive(server.publish("location"));
  await flushed();
  expect(applied).toEqual([2, 1]);
  server.publish("user");
  receiveLastSequences({ user: server.heads().user });
  await flushed();
  expect(applied).toEqual([2, 1, 3]);
  expect(fetchMissed).toHaveBeenCalledTimes(2);
});

test("after a disconnect only the missed events are applied, before it reports that it is up to date", async () => {
  const server = createTestServer();
  const { receiveLastSequences, receive, applied, statuses, delays } = createListener(server);
  receiveLastSequences(server.heads());
  receive(server.publish("location"));
  for (const to of ["location", "dealer", "user"] as const) server.publish(to);
  statuses.length = 0;
  receiveLastSequences(server.heads());
  await flushed();
  expect(applied).toEqual([1, 2, 3, 4]);
  expect(statuses).toEqual([false, true]);
  expect(delays).toEqual([]);
});

test("when the log no longer has the missed events, everything is refetched", async () => {
  const server = createTestServer(2);
  const { receiveLastSequences, receive, applied, refetch, statuses } = createListener(server);
  receiveLastSequences(server.heads());
  for (let at = 0; at < 5; at += 1) server.publish("location");
  receiveLastSequences(server.heads());
  await flushed();
  expect(applied).toEqual([]);
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(statuses.at(-1)).toBe(true);
  receive(server.publish("location"));
  expect(applied).toEqual([6]);
});

test("sequence numbers that went backwards cause a restart", async () => {
  const server = createTestServer();
  const { receiveLastSequences, receive, applied, refetch } = createListener(server);
  receiveLastSequences({ dealer: 90, location: 90, user: 90 });
  receiveLastSequences(server.heads());
  await flushed();
  expect(refetch).toHaveBeenCalledTimes(1);
  receive(server.publish("location"));
  expect(applied).toEqual([1]);
});

test("failed fetches are retried, and until then it isn't up to date", async () => {
  const server = createTestServer();
  let failures = 3;
  const fetchMissed = async (from: LastSequences) => {
    failures -= 1;
    if (failures >= 0) throw new Error("no line");
    return server.since(from);
  };
  const { receiveLastSequences, applied, statuses, delays } = createListener(server, { fetchMissed });
  receiveLastSequences(server.heads());
  server.publish("dealer");
  receiveLastSequences(server.heads());
  await flushed();
  expect(applied).toEqual([1]);
  expect(delays).toEqual([1000, 2000, 4000]);
  expect(statuses).toEqual([true, false, false, false, false, true]);
});

const audience = fc.constantFrom("dealer" as const, "location" as const, "user" as const);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("publish" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("skip" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("connect" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("sweep" as const), to: audience, fate: fc.nat(9) }) },
);

test("whatever is dropped, duplicated or reordered, each event is applied exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 40 }), async (scheduler, steps) => {
      const server = createTestServer();
      const applied: number[] = [];
      let isUpToDate = false;
      const sequencer = createEventSequencer({
        apply: (_event, payload) => void applied.push(payload as number),
        fetchMissed: async (from) => {
          await scheduler.schedule(Promise.resolve(), "asks");
          const missed = server.since(from);
          await scheduler.schedule(Promise.resolve(), "answers");
          return missed;
        },
        refetch: async () => undefined,
        onStatus(now) {
          isUpToDate = now;
        },
        wait: () => scheduler.schedule(Promise.resolve(), "waits"),
      });
      sequencer.receiveLastSequences(server.heads());
      for (const { does, to, fate } of steps) {
        if (does === "skip") server.skip();
        if (does === "connect") sequencer.receiveLastSequences(server.heads());
        if (does === "sweep") sequencer.receiveLastSequences({ [to]: server.heads()[to] });
        if (does === "publish") {
          const { event, payload, mark } = server.publish(to);
          // Two in ten are dropped and two duplicated; the rest arrive in any order.
          const copies = fate < 2 ? 0 : fate < 4 ? 2 : 1;
          for (let copy = 0; copy < copies; copy += 1) {
            void scheduler.schedule(Promise.resolve(), "arrives").then(() => sequencer.receive(event, payload, mark));
          }
        }
        if (scheduler.count() > 0 && fate % 2 === 0) await scheduler.waitOne();
      }
      await scheduler.waitIdle();
      const heads = server.heads();
      for (const to of ["dealer", "location", "user"] as const) sequencer.receiveLastSequences({ [to]: heads[to] });
      await scheduler.waitIdle();
      expect(applied.toSorted((a, b) => a - b)).toEqual(server.log.map(({ payload }) => payload));
      expect(isUpToDate).toBe(true);
    }),
    { numRuns: inDepth(500, 100) },
  );
});
