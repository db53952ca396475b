import { expect, test } from "vitest";
import { TableQuery } from "#core/call.ts";
import { readTableState, recordRangeText, tableQuery, writeTableState } from "./tableState.ts";

const read = (query: string) => readTableState(new URLSearchParams(query), ["title", "datetime"]);

test("an empty address is the first page of ten, unsorted", () => {
  expect(read("")).toEqual({ page: 1, size: 10, search: "", sort: undefined });
});

test("the address says page, size, search and order", () => {
  expect(read("page=3&size=25&q=smith&sort=-datetime")).toEqual({
    page: 3,
    size: 25,
    search: "smith",
    sort: { key: "datetime", dir: "desc" },
  });
});

test.each(["page=-1", "page=x", "page=1.9", "size=7", "sort=password", "sort="])(
  "%s falls back to the default",
  (query) => {
    expect(read(query)).toEqual(read(""));
  },
);

test("without an order in the address, the table's default order applies", () => {
  const first = { key: "datetime", dir: "desc" } as const;
  expect(readTableState(new URLSearchParams("sort=nonsense"), ["datetime"], { firstSort: first }).sort).toEqual(first);
});

test("without a size in the address, the table's first one applies; a chosen one stays, the usual one too", () => {
  const sizeOf = (query: string) => readTableState(new URLSearchParams(query), [], { firstSize: 25 }).size;
  expect(["", "size=7", "size=10", "size=50"].map(sizeOf)).toEqual([25, 25, 10, 50]);
  expect(writeTableState(new URLSearchParams(), { size: 10 }).toString()).toBe("size=10");
});

test("changes are written, defaults left out, other parameters kept", () => {
  const start = new URLSearchParams("list=4&page=3&q=smith");
  expect(writeTableState(start, { page: 1, search: "" }).toString()).toBe("list=4");
  expect(writeTableState(start, { size: 25, page: 1 }).toString()).toBe("list=4&q=smith&size=25");
  expect(writeTableState(start, { sort: { key: "title", dir: "desc" } }).get("sort")).toBe("-title");
  expect(start.toString()).toBe("list=4&page=3&q=smith");
});

test("the request follows the DataTables protocol, as the server parses it", () => {
  const query = tableQuery(read("page=3&size=25&q=smith&sort=-datetime"), ["id", "title", "datetime"]);
  expect(query).toEqual({
    start: 50,
    length: 25,
    search: { value: "smith" },
    order: [{ column: 2, dir: "desc" }],
    columns: [{ data: "id" }, { data: "title" }, { data: "datetime" }],
  });
  expect(TableQuery.parse(query)).toMatchObject(query);
});

test("the shown range is described in words", () => {
  expect(recordRangeText(10, 10, 1240)).toBe("Showing 11 to 20 of 1,240 records");
  expect(recordRangeText(0, 0, 0)).toBe("No records available");
  expect(recordRangeText(999_975, 25, 1_000_000)).toBe("Showing 999,976 to 1,000,000 of 1,000,000 records");
  expect(recordRangeText(25, 25, 10_000, true)).toBe("Showing 26 to 50 of more than 10,000 records");
  expect(recordRangeText(null, 25, 10_000, true)).toBe("Showing 25 of more than 10,000 records");
  const groups = { today: 21, later: 1181 };
  expect(recordRangeText(0, 25, 1202, false, groups)).toBe("Showing 1 to 25 of 1,202 records (21 today, 1,181 later)");
});

test("a cursor is kept in the address, and removed when anything else changes", () => {
  const start = new URLSearchParams("q=smith&at=abc");
  expect(readTableState(start, []).cursor).toBe("abc");
  expect(tableQuery(readTableState(start, []), [])).toMatchObject({ cursor: "abc", start: 0 });
  expect(tableQuery(readTableState(new URLSearchParams("page=2"), []), [])).not.toHaveProperty("cursor");
  expect(writeTableState(start, { cursor: "def" }).toString()).toBe("q=smith&at=def");
  for (const change of [
    { page: 1 },
    { size: 25 as const },
    { search: "x" },
    { sort: { key: "id", dir: "asc" as const } },
  ]) {
    expect(writeTableState(start, change).get("at")).toBeNull();
  }
});
