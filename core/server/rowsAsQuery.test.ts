import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls, TableQuery } from "#core/call.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { rowsAsQuery } from "./rowsAsQuery.ts";
import { tablePage } from "./table.ts";

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
});
afterAll(() => app?.close());

interface SampleRow {
  id: number;
  name: string;
  wait: number | null;
  is_here: boolean;
}

const rows: SampleRow[] = [
  { id: 4_000_000_000, name: `O'Neil "the \\ second"`, wait: 10, is_here: true },
  { id: 2, name: "ana", wait: 9, is_here: false },
  { id: 3, name: "Zoë", wait: null, is_here: true },
];

function page(source: readonly SampleRow[], query: z.input<typeof TableQuery>) {
  return app.server.within.control("test", ({ db }) =>
    tablePage(
      db,
      rowsAsQuery(db, source, { id: "bigint", name: "text", wait: "integer", is_here: "boolean" }),
      z.parse(TableQuery, query),
      { sortable: ["name", "wait"], texts: ["name"], searchable: ["name"], order: [["id", "asc"]] },
    ),
  );
}

const by = (data: string) => ({ columns: [{ data }], order: [{ column: 0, dir: "asc" as const }] });

test("rows come back unchanged, sorted by type", async () => {
  const [neil, ana, zoe] = rows;
  expect((await page(rows, {})).rows).toEqual([ana, zoe, neil]);
  expect((await page(rows, by("name"))).rows).toEqual([ana, neil, zoe]);
  // Numerically, not as text.
  expect((await page(rows, by("wait"))).rows).toEqual([ana, neil, zoe]);
});

test("rows can be searched and paged", async () => {
  expect(await page(rows, { search: { value: "o'neil" } })).toEqual({
    rows: [rows[0]],
    recordsTotal: 3,
    recordsFiltered: 1,
  });
  expect((await page(rows, { start: 1, length: 1 })).rows).toEqual([rows[2]]);
  expect(await page([], {})).toEqual({ rows: [], recordsTotal: 0, recordsFiltered: 0 });
});
