import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { CallError } from "#core/client.ts";
import { CallCache } from "./callCache.ts";
import { forgetRows, restoreRows } from "./deletedRows.ts";

const calls = { details: { name: "details" }, plan: { name: "plan" }, table: { name: "table" } } as Record<
  "details" | "plan" | "table",
  Call
>;

let cache: CallCache;
let asked: string[];
let answer: () => Promise<unknown>;

beforeEach(() => {
  cache = new CallCache({ defaultOptions: { queries: { retry: false } } });
  asked = [];
  answer = async () => "row";
});

/** Shows a query on a screen, once it is answered. */
async function shown(name: string, params: object, body: object = {}) {
  const queryKey = [name, params, body];
  const queryFn = () => {
    asked.push(name);
    return answer();
  };
  const observer = new QueryObserver(cache, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  await settled();
  asked = [];
  return { observer, stop, state: () => observer.getCurrentResult() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

const row = {
  id: 7,
  calls: [
    [calls.details, "id"],
    [calls.plan, "merged_id"],
  ],
  param: "customer_id",
} as const;

test.each([
  ["details", { id: 7 }, {}],
  ["consent", { customer_id: 7 }, {}],
  ["plan", {}, { kept_id: 5, merged_id: 7 }],
])("%s of a deleted row says so without asking, and isn't asked again", async (name, params, body) => {
  const { state } = await shown(name, params, body);
  forgetRows(cache, [row]);
  await cache.invalidateQueries();
  await cache.invalidateQueries({ queryKey: [name] });
  expect(asked).toEqual([]);
  expect(state().data).toBeUndefined();
  expect(state().error).toMatchObject({ status: 404 });
});

test.each([
  ["another row", "details", { id: 8 }, {}],
  ["another call's row of the same number", "campaign", { id: 7 }, {}],
  ["a table filtered by the row", "table", {}, { customer_id: 7 }],
  ["the row that is kept", "plan", {}, { kept_id: 7, merged_id: 5 }],
])("%s is refetched as before", async (_, name, params, body) => {
  const { state } = await shown(name, params, body);
  forgetRows(cache, [row]);
  await cache.invalidateQueries();
  expect(asked).toEqual([name]);
  expect(state().data).toBe("row");
});

test("what is under way is given up, and its late answer shows nothing", async () => {
  const { state } = await shown("details", { id: 7 });
  let late: (value: unknown) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  void cache.invalidateQueries();
  forgetRows(cache, [row]);
  late("row");
  await settled();
  expect(state().error).toMatchObject({ status: 404 });
});

test("a row that nothing shows is removed, and asked for when it is shown again", async () => {
  const { stop } = await shown("details", { id: 7 });
  stop();
  forgetRows(cache, [row]);
  expect(cache.getQueryCache().getAll()).toEqual([]);
  const again = await shown("details", { id: 7 });
  expect(again.state().data).toBe("row");
});

test("a row that wasn't deleted here is asked for again: somebody may have restored it", async () => {
  answer = async () => {
    throw new CallError(404, "");
  };
  await shown("details", { id: 7 });
  await cache.invalidateQueries();
  expect(asked).toEqual(["details"]);
});

test("a deleted row that is restored while it is shown is asked for again, and no other", async () => {
  const { state } = await shown("details", { id: 7 });
  await shown("campaign", { id: 7 });
  asked = [];
  forgetRows(cache, [row]);
  await restoreRows(cache);
  expect(asked).toEqual(["details"]);
  expect(state().data).toBe("row");
});
