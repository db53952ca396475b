import fc from "fast-check";
import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Work that is done when the test says so. */
function heldWork() {
  const batches: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { batches, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a lone item runs at once; items that arrive meanwhile run as one batch, and each gets its own result", async () => {
  const { batches, work } = heldWork();
  const submit = createBatcher(work, { maxSize: 10 });
  const results = Promise.all(["a", "b", "c"].map(submit));
  expect(batches.map(({ items }) => items)).toEqual([["a"]]);
  batches[0]?.end();
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"]]);
  batches[1]?.end();
  expect(await results).toEqual(["a!", "b!", "c!"]);
});

test("a batch respects its size and one item per key; the rest follow in order", async () => {
  const { batches, work } = heldWork();
  const submit = createBatcher(work, { maxSize: 2, keyOf: (item) => item[0] });
  const results = Promise.all(["a1", "b1", "b2", "c1", "b3", "d1"].map(submit));
  for (let at = 0; at < 4; at++) {
    batches[at]?.end();
    await settled();
  }
  expect(batches.map(({ items }) => items)).toEqual([["a1"], ["b1", "c1"], ["b2", "d1"], ["b3"]]);
  expect(await results).toHaveLength(6);
});

test("a failed batch is retried item by item: only items that fail alone fail", async () => {
  const attempts: string[][] = [];
  const submit = createBatcher<string, string>(
    async (items) => {
      attempts.push([...items]);
      if (items.includes("bad")) throw new Error("no");
      return items;
    },
    { maxSize: 10 },
  );
  const results = await Promise.allSettled(["first", "good", "bad", "fine"].map(submit));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(attempts).toEqual([["first"], ["good", "bad", "fine"], ["good"], ["bad"], ["fine"]]);
});

test("batches are spaced by the pause, but a later lone item does not wait", async () => {
  const startedAt: number[] = [];
  const submit = createBatcher<string, string>(
    async (items) => {
      startedAt.push(performance.now());
      await settled();
      return items;
    },
    { maxSize: 10, pauseMs: 40 },
  );
  await Promise.all([submit("a"), submit("b")]);
  expect((startedAt[1] ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThanOrEqual(39);
  const submittedAt = performance.now();
  const alone = submit("c");
  expect(startedAt).toHaveLength(3);
  await alone;
  expect(startedAt[2]).toBeGreaterThanOrEqual(submittedAt);
});

test("whatever the timing, each item runs exactly once, in the order of its key", async () => {
  const item = fc.record({ kind: fc.integer({ min: 0, max: 3 }), wait: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), async (items, most) => {
      const served: number[][] = [[], [], [], []];
      const submit = createBatcher<{ kind: number; at: number }, number>(
        async (batch) => {
          expect(batch.length).toBeLessThanOrEqual(most);
          expect(new Set(batch.map(({ kind }) => kind)).size).toBe(batch.length);
          await settled();
          for (const { kind, at } of batch) served[kind]?.push(at);
          return batch.map(({ at }) => at);
        },
        { maxSize: most, keyOf: ({ kind }) => kind },
      );
      const results: Promise<number>[] = [];
      for (const [at, { kind, wait }] of items.entries()) {
        results.push(submit({ kind, at }));
        if (wait) await settled();
      }
      expect(await Promise.all(results)).toEqual(items.map((_, at) => at));
      for (const ofKind of served) expect(ofKind).toEqual(ofKind.toSorted((a, b) => a - b));
      expect(served.flat()).toHaveLength(items.length);
    }),
  );
});
