import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Audience, Heads, Mark } from "./event.ts";
import { createEventLine, type Missed } from "./eventLine.ts";

interface Told {
  readonly event: string;
  readonly payload: number;
  readonly mark: Mark;
}

/** A server that numbers what is told, and keeps the last `kept` of it. */
function createTeller(kept = Number.POSITIVE_INFINITY) {
  const log: Told[] = [];
  const heads: Record<Audience, number> = { dealer: 0, location: 0, user: 0 };
  let seq = 0;
  return {
    log,
    heads: (): Heads => ({ ...heads }),
    /** Others' events take numbers too. */
    skip(): void {
      seq += 1;
    },
    tell(to: Audience): Told {
      seq += 1;
      const told = { event: to, payload: seq, mark: { id: seq, seq, to, after: heads[to] } };
      heads[to] = seq;
      log.push(told);
      return told;
    },
    since(at: Heads): Missed {
      const events = log.slice(-kept).filter(({ mark }) => mark.seq > at[mark.to]);
      const isWhole = (["dealer", "location", "user"] as const).every((to) => {
        const [first] = events.filter(({ mark }) => mark.to === to);
        return heads[to] <= at[to] || (first !== undefined && first.mark.after <= at[to]);
      });
      return { events: isWhole ? events : [], heads: { ...heads }, complete: isWhole ? 1 : 0 };
    },
  };
}

function listen(teller: ReturnType<typeof createTeller>, given: { ask?: (at: Heads) => Promise<Missed> } = {}) {
  const heard: number[] = [];
  const said: boolean[] = [];
  const waits: number[] = [];
  const refetch = vi.fn(async () => undefined);
  const ask = vi.fn(given.ask ?? (async (at: Heads) => teller.since(at)));
  const line = createEventLine({
    apply: (_event, payload) => void heard.push(payload as number),
    ask,
    refetch,
    say: (isUpToDate) => void said.push(isUpToDate),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  const hear = ({ event, payload, mark }: Told) => line.hear(event, payload, mark);
  return { ...line, hear, heard, said, waits, refetch, ask };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("events in their order are handed on, and nothing is asked", async () => {
  const teller = createTeller();
  const { stand, hear, heard, ask, said } = listen(teller);
  stand(teller.heads());
  for (const to of ["dealer", "location", "user", "location"] as const) {
    hear(teller.tell(to));
    teller.skip();
  }
  await settled();
  expect(heard).toEqual([1, 3, 5, 7]);
  expect(ask).not.toHaveBeenCalled();
  expect(said).toEqual([true]);
});

test("one that comes twice counts once", () => {
  const teller = createTeller();
  const { stand, hear, heard } = listen(teller);
  stand(teller.heads());
  const told = teller.tell("location");
  hear(told);
  hear(told);
  expect(heard).toEqual([1]);
});

test("two that change places are not asked for", async () => {
  const teller = createTeller();
  const waiting: (() => void)[] = [];
  const heard: number[] = [];
  const ask = vi.fn(async (at: Heads) => teller.since(at));
  const line = createEventLine({
    apply: (_event, payload) => void heard.push(payload as number),
    ask,
    refetch: async () => undefined,
    say: () => undefined,
    wait: () => new Promise((resolve) => void waiting.push(resolve)),
  });
  line.stand(teller.heads());
  const [first, second] = [teller.tell("location"), teller.tell("location")];
  for (const { event, payload, mark } of [second, first]) line.hear(event, payload, mark);
  for (const end of waiting) end();
  await settled();
  expect(heard).toEqual([2, 1]);
  expect(ask).not.toHaveBeenCalled();
});

test("a missing one is asked for, also when nothing comes after it", async () => {
  const teller = createTeller();
  const { stand, hear, heard, ask } = listen(teller);
  stand(teller.heads());
  teller.tell("location");
  hear(teller.tell("location"));
  await settled();
  expect(heard).toEqual([2, 1]);
  teller.tell("user");
  stand({ user: teller.heads().user });
  await settled();
  expect(heard).toEqual([2, 1, 3]);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("after a break only what was missed is handed on, before it says that it is up to date", async () => {
  const teller = createTeller();
  const { stand, hear, heard, said, waits } = listen(teller);
  stand(teller.heads());
  hear(teller.tell("location"));
  for (const to of ["location", "dealer", "user"] as const) teller.tell(to);
  said.length = 0;
  stand(teller.heads());
  await settled();
  expect(heard).toEqual([1, 2, 3, 4]);
  expect(said).toEqual([false, true]);
  expect(waits).toEqual([]);
});

test("what the log no longer has makes everything be fetched anew", async () => {
  const teller = createTeller(2);
  const { stand, hear, heard, refetch, said } = listen(teller);
  stand(teller.heads());
  for (let at = 0; at < 5; at += 1) teller.tell("location");
  stand(teller.heads());
  await settled();
  expect(heard).toEqual([]);
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(said.at(-1)).toBe(true);
  hear(teller.tell("location"));
  expect(heard).toEqual([6]);
});

test("numbers that went back are begun anew", async () => {
  const teller = createTeller();
  const { stand, hear, heard, refetch } = listen(teller);
  stand({ dealer: 90, location: 90, user: 90 });
  stand(teller.heads());
  await settled();
  expect(refetch).toHaveBeenCalledTimes(1);
  hear(teller.tell("location"));
  expect(heard).toEqual([1]);
});

test("while it can't be asked it is tried again, and it isn't up to date", async () => {
  const teller = createTeller();
  let failures = 3;
  const ask = async (at: Heads) => {
    failures -= 1;
    if (failures >= 0) throw new Error("no line");
    return teller.since(at);
  };
  const { stand, heard, said, waits } = listen(teller, { ask });
  stand(teller.heads());
  teller.tell("dealer");
  stand(teller.heads());
  await settled();
  expect(heard).toEqual([1]);
  expect(waits).toEqual([1000, 2000, 4000]);
  expect(said).toEqual([true, false, false, false, false, true]);
});

const audience = fc.constantFrom("dealer" as const, "location" as const, "user" as const);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("tell" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("skip" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("connect" as const), to: audience, fate: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("sweep" as const), to: audience, fate: fc.nat(9) }) },
);

test("whatever is dropped, doubled or out of order, each event is handed on exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 40 }), async (scheduler, steps) => {
      const teller = createTeller();
      const heard: number[] = [];
      let isUpToDate = false;
      const line = createEventLine({
        apply: (_event, payload) => void heard.push(payload as number),
        ask: async (at) => {
          await scheduler.schedule(Promise.resolve(), "asks");
          const missed = teller.since(at);
          await scheduler.schedule(Promise.resolve(), "answers");
          return missed;
        },
        refetch: async () => undefined,
        say(now) {
          isUpToDate = now;
        },
        wait: () => scheduler.schedule(Promise.resolve(), "waits"),
      });
      line.stand(teller.heads());
      for (const { does, to, fate } of steps) {
        if (does === "skip") teller.skip();
        if (does === "connect") line.stand(teller.heads());
        if (does === "sweep") line.stand({ [to]: teller.heads()[to] });
        if (does === "tell") {
          const { event, payload, mark } = teller.tell(to);
          // Two in ten are lost, two come twice; each arrives when it does.
          const copies = fate < 2 ? 0 : fate < 4 ? 2 : 1;
          for (let copy = 0; copy < copies; copy += 1) {
            void scheduler.schedule(Promise.resolve(), "arrives").then(() => line.hear(event, payload, mark));
          }
        }
        if (scheduler.count() > 0 && fate % 2 === 0) await scheduler.waitOne();
      }
      await scheduler.waitIdle();
      const heads = teller.heads();
      for (const to of ["dealer", "location", "user"] as const) line.stand({ [to]: heads[to] });
      await scheduler.waitIdle();
      expect(heard.toSorted((a, b) => a - b)).toEqual(teller.log.map(({ payload }) => payload));
      expect(isUpToDate).toBe(true);
    }),
    { numRuns: 500 },
  );
});
