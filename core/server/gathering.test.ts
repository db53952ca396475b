import fc from "fast-check";
import { expect, test } from "vitest";
import { gathering } from "./gathering.ts";

/** Work that is done when the test says so. */
function slowWork() {
  const pieces: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      pieces.push({ items, end: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { pieces, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("who comes alone is served at once; who comes meanwhile is served together, and each gets its own result", async () => {
  const { pieces, work } = slowWork();
  const give = gathering(work, { most: 10 });
  const results = Promise.all(["a", "b", "c"].map(give));
  expect(pieces.map(({ items }) => items)).toEqual([["a"]]);
  pieces[0]?.end();
  await settled();
  expect(pieces.map(({ items }) => items)).toEqual([["a"], ["b", "c"]]);
  pieces[1]?.end();
  expect(await results).toEqual(["a!", "b!", "c!"]);
});

test("a piece has at most so many, and one of each kind; who is left over comes next, in order", async () => {
  const { pieces, work } = slowWork();
  const give = gathering(work, { most: 2, apart: (item) => item[0] });
  const results = Promise.all(["a1", "b1", "b2", "c1", "b3", "d1"].map(give));
  for (let at = 0; at < 4; at++) {
    pieces[at]?.end();
    await settled();
  }
  expect(pieces.map(({ items }) => items)).toEqual([["a1"], ["b1", "c1"], ["b2", "d1"], ["b3"]]);
  expect(await results).toHaveLength(6);
});

test("a piece that fails is done one by one: only who fails alone fails", async () => {
  const tried: string[][] = [];
  const give = gathering<string, string>(
    async (items) => {
      tried.push([...items]);
      if (items.includes("bad")) throw new Error("no");
      return items;
    },
    { most: 10 },
  );
  const results = await Promise.allSettled(["first", "good", "bad", "fine"].map(give));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(tried).toEqual([["first"], ["good", "bad", "fine"], ["good"], ["bad"], ["fine"]]);
});

test("between two pieces there is the pause, and none before what comes later alone", async () => {
  const begun: number[] = [];
  const give = gathering<string, string>(
    async (items) => {
      begun.push(performance.now());
      await settled();
      return items;
    },
    { most: 10, pause: 40 },
  );
  await Promise.all([give("a"), give("b")]);
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(39);
  const asked = performance.now();
  const alone = give("c");
  expect(begun).toHaveLength(3);
  await alone;
  expect(begun[2]).toBeGreaterThanOrEqual(asked);
});

test("whatever comes when, each is served exactly once, in the order of its kind", async () => {
  const item = fc.record({ kind: fc.integer({ min: 0, max: 3 }), wait: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), async (items, most) => {
      const served: number[][] = [[], [], [], []];
      const give = gathering<{ kind: number; at: number }, number>(
        async (piece) => {
          expect(piece.length).toBeLessThanOrEqual(most);
          expect(new Set(piece.map(({ kind }) => kind)).size).toBe(piece.length);
          await settled();
          for (const { kind, at } of piece) served[kind]?.push(at);
          return piece.map(({ at }) => at);
        },
        { most, apart: ({ kind }) => kind },
      );
      const results: Promise<number>[] = [];
      for (const [at, { kind, wait }] of items.entries()) {
        results.push(give({ kind, at }));
        if (wait) await settled();
      }
      expect(await Promise.all(results)).toEqual(items.map((_, at) => at));
      for (const ofKind of served) expect(ofKind).toEqual(ofKind.toSorted((a, b) => a - b));
      expect(served.flat()).toHaveLength(items.length);
    }),
  );
});
