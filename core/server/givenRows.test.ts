import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls, TableQuery } from "#core/call.ts";
import { openSmallServer, type SmallServer } from "#core/testing/smallServer.ts";
import { givenRows } from "./givenRows.ts";
import { tablePage } from "./table.ts";

let small: SmallServer;
beforeAll(async () => {
  small = await openSmallServer(calls("none", {}), {});
});
afterAll(() => small?.close());

interface Row {
  id: number;
  name: string;
  wait: number | null;
  is_here: boolean;
}

const rows: Row[] = [
  { id: 4_000_000_000, name: `O'Neil "the \\ second"`, wait: 10, is_here: true },
  { id: 2, name: "ana", wait: 9, is_here: false },
  { id: 3, name: "Zoë", wait: null, is_here: true },
];

function page(given: readonly Row[], asked: z.input<typeof TableQuery>) {
  return small.server.within.platform("test", ({ db }) =>
    tablePage(
      db,
      givenRows(db, given, { id: "bigint", name: "text", wait: "integer", is_here: "boolean" }),
      z.parse(TableQuery, asked),
      { sortable: ["name", "wait"], texts: ["name"], searchable: ["name"], order: [["id", "asc"]] },
    ),
  );
}

const by = (data: string) => ({ columns: [{ data }], order: [{ column: 0, dir: "asc" as const }] });

test("rows come as they were given, sorted by what they hold", async () => {
  const [neil, ana, zoe] = rows;
  expect((await page(rows, {})).rows).toEqual([ana, zoe, neil]);
  expect((await page(rows, by("name"))).rows).toEqual([ana, neil, zoe]);
  // As numbers, and not as texts.
  expect((await page(rows, by("wait"))).rows).toEqual([ana, neil, zoe]);
});

test("they are searched and paged", async () => {
  expect(await page(rows, { search: { value: "o'neil" } })).toEqual({
    rows: [rows[0]],
    recordsTotal: 3,
    recordsFiltered: 1,
  });
  expect((await page(rows, { start: 1, length: 1 })).rows).toEqual([rows[2]]);
  expect(await page([], {})).toEqual({ rows: [], recordsTotal: 0, recordsFiltered: 0 });
});
