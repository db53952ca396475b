import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls, TableQuery } from "#core/call.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { tablePage } from "./table.ts";

const names = [
  "ana",
  "Bob",
  "ANA maria",
  "100% wool",
  "under_score",
  "back\\slash",
  "O'Neil",
  'say "hi"',
  "Zoë",
  "bob",
];

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
  for (const [at, business_name] of names.entries()) {
    const email = `${at % 3}@example.com`;
    await app.pool.query("insert into dealers (id, business_name, email) values ($1, $2, $3)", [
      at + 1,
      business_name,
      email,
    ]);
  }
});
afterAll(() => app?.close());

/** Sends the request as a browser would. */
function page(query: z.input<typeof TableQuery>) {
  return app.server.within.control("test", ({ db }) =>
    tablePage(
      db,
      db.selectFrom("dealers").select(["id", "business_name", "email", "address"]),
      z.parse(TableQuery, query),
      {
        sortable: ["business_name", "email"],
        searchable: ["business_name", "email"],
        texts: ["business_name", "email"],
        order: [["id", "asc"]],
      },
    ),
  );
}

const columns = [{ data: "id" }, { data: "business_name" }, { data: "email" }, { data: "address" }];
const sorted = (column: number | string, dir: "asc" | "desc" = "asc") => ({ columns, order: [{ column, dir }] });
const idsOf = async (query: z.input<typeof TableQuery>) => (await page(query)).rows.map(({ id }) => id);

describe("paging", () => {
  test.each([
    [{ length: 4 }, [1, 2, 3, 4]],
    [{ start: 8, length: 4 }, [9, 10]],
    [{ start: 10, length: 4 }, []],
    [{ start: 100_000_000 }, []],
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])("%j", async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
    expect(await page(query)).toMatchObject({ recordsTotal: 10, recordsFiltered: 10 });
  });

  test("rows that are equal in the sorted column appear on exactly one page", async () => {
    const pages = [0, 2, 4, 6, 8].map((start) => idsOf({ ...sorted(2), start, length: 2 }));
    const seen = (await Promise.all(pages)).flat();
    expect(seen).toEqual([1, 4, 7, 10, 2, 5, 8, 3, 6, 9]);
  });
});

describe("sorting", () => {
  test("up and down", async () => {
    const up = await idsOf(sorted(1));
    expect(new Set(up).size).toBe(10);
    expect(await idsOf(sorted(2, "desc"))).toEqual([3, 6, 9, 2, 5, 8, 1, 4, 7, 10]);
    expect(await idsOf(sorted("2", "desc"))).toEqual(await idsOf(sorted(2, "desc")));
  });

  test("texts regardless of case", async () => {
    const up = (await page(sorted(1))).rows.map(({ business_name }) => business_name);
    const at = (name: string) => up.indexOf(name);
    expect(Math.abs(at("Bob") - at("bob"))).toBe(1);
    expect(at("ANA maria")).toBeLessThan(at("Bob"));
    expect(at("ana")).toBeLessThan(at("Bob"));
  });

  test.each([
    ["a column that no rule names", sorted(3)],
    ["the id, which no rule names", sorted(0, "desc")],
    ["a column that isn't there", sorted(99)],
    ["a negative column", sorted(-1)],
    ["half a column", sorted(0.5)],
    ["SQL for a column", { columns: [{ data: "id desc; drop table dealers" }], order: [{ column: 0 }] }],
    ["a name of every object", { columns: [{ data: "__proto__" }, { data: "constructor" }], order: [{ column: 1 }] }],
    ["no columns", { order: [{ column: 1 }] }],
  ])("%s is ignored", async (_, query) => {
    expect(await idsOf(query)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe("searching", () => {
  test.each([
    ["ana", [1, 3]],
    ["  ANA ", [1, 3]],
    ["%", [4]],
    ["_", [5]],
    ["\\", [6]],
    ["oneil", [7]],
    ["o’neil", [7]],
    ["“hi”", [8]],
    ["zoë", [9]],
    ["ZOE", [9]],
    ["maria, ana", [3]],
    ["wool 2@ex", []],
    ["wool 0@ex", [4]],
    ["'", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["2@ex", [3, 6, 9]],
    ["nobody", []],
    ["'; drop table dealers; --", []],
    ["", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])("%j", async (value, expected) => {
    const result = await page({ search: { value } });
    expect(result.rows.map(({ id }) => id)).toEqual(expected);
    expect(result).toMatchObject({ recordsTotal: 10, recordsFiltered: expected.length });
  });

  test("search results are paged", async () => {
    const result = await page({ search: { value: "example" }, start: 8, length: 5 });
    expect(result.rows.map(({ id }) => id)).toEqual([9, 10]);
    expect(result.recordsFiltered).toBe(10);
  });
});
