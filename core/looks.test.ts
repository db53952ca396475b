import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLooks, type Looks } from "./looks.ts";

let looks: Looks;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  void looks.stop();
  vi.useRealTimers();
});

/** Looks that say when the next is due, and when each took place, in milliseconds since the test began. */
function looking(answer: (at: number) => Promise<number> | number) {
  const began = performance.now();
  const at: number[] = [];
  looks = createLooks(
    async () => {
      at.push(performance.now() - began);
      return answer(at.length);
    },
    { apart: 100, onFailure: () => 1_000 },
  );
  return at;
}

test("at rest it looks as seldom as the look says", async () => {
  const at = looking(() => 30_000);
  looks.now();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(at).toEqual([0, 30_000, 60_000, 90_000]);
});

test("it looks when the next is due, and sooner when asked", async () => {
  const at = looking((count) => (count === 1 ? 5_000 : 30_000));
  looks.now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([0, 5_000]);
  looks.now();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at).toEqual([0, 5_000, 10_000]);
  looks.within(20_000);
  looks.within(2_000);
  looks.within(25_000);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(at).toEqual([0, 5_000, 10_000, 13_000, 43_000]);
});

test("asked a hundred times at once it looks twice, the second time after the pause", async () => {
  const at = looking(() => 30_000);
  for (let count = 0; count < 100; count++) {
    looks.now();
    if (count === 50) await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at).toEqual([0, 100]);
});

test("asked while it looks, it looks again once it has", async () => {
  const held = Promise.withResolvers<number>();
  const at = looking((count) => (count === 1 ? held.promise : 30_000));
  looks.now();
  await vi.advanceTimersByTimeAsync(500);
  looks.now();
  await vi.advanceTimersByTimeAsync(500);
  expect(at).toEqual([0]);
  held.resolve(30_000);
  await vi.advanceTimersByTimeAsync(500);
  expect(at).toEqual([0, 1_000]);
});

test("a look that fails is tried again", async () => {
  const at = looking((count) => (count < 3 ? Promise.reject(new Error("no")) : 30_000));
  looks.now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([0, 1_000, 2_000]);
});

test("a look runs in its own context, whoever asked for it", async () => {
  const caller = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const look = async () => {
    seen.push(caller.getStore());
    return 30_000;
  };
  looks = createLooks(look, { apart: 100, onFailure: () => 1_000, context: AsyncLocalStorage.snapshot() });
  caller.run("a unit of work", () => looks.now());
  await vi.advanceTimersByTimeAsync(40_000);
  expect(seen).toEqual([undefined, undefined]);
});

test("stopped, it looks no more", async () => {
  const at = looking(() => 1_000);
  looks.now();
  void looks.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([]);
});

test("stopping waits for the look in progress", async () => {
  const held = Promise.withResolvers<number>();
  const at = looking(() => held.promise);
  looks.now();
  await vi.advanceTimersByTimeAsync(0);
  let hasEnded = false;
  const stopped = looks.stop().then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hasEnded).toBe(false);
  held.resolve(0);
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(at).toEqual([0]);
});
