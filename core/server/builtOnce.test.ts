import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "#core/call.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { builtOnce } from "./builtOnce.ts";

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
});
afterAll(() => app?.close());

test("each run has its own arguments, wherever they stand, and constants stay", async () => {
  let built = 0;
  const echo = builtOnce((db, text: string, at: Date | null, ids: readonly number[]) => {
    built += 1;
    return db
      .selectNoFrom(sql<string>`${text}::text || ${"!"}::text || ${text}::text`.as("text"))
      .select(sql<Date | null>`${at}::timestamptz`.as("at"))
      .select(sql<number[]>`(select array_agg(id::float8) from unnest(${ids}::bigint[]) id)`.as("ids"));
  });
  const run = (...args: [string, Date | null, number[]]) =>
    app.server.within.control("test", ({ db }) => echo(db, ...args));
  const at = new Date("2026-03-02T15:00:00Z");
  expect(await run("a", at, [1, 2])).toEqual([{ text: "a!a", at, ids: [1, 2] }]);
  expect(await run("b", null, [3])).toEqual([{ text: "b!b", at: null, ids: [3] }]);
  expect(await Promise.all([run("c", null, [4]), run("d", at, [5])])).toEqual([
    [{ text: "c!c", at: null, ids: [4] }],
    [{ text: "d!d", at, ids: [5] }],
  ]);
  expect(built).toBe(1);
});
