import { expect, test } from "vitest";
import { pageSelectionState, withRows } from "./useRowSelection.ts";

const keyOf = (row: { id: number }) => row.id;
const page = [{ id: 1 }, { id: 2 }, { id: 3 }];
const chosen = (...ids: number[]) => ({ has: (row: { id: number }) => ids.includes(row.id) });

test("rows are added and removed by key, once each", () => {
  const two = withRows(new Map(), [{ id: 1 }, { id: 2 }, { id: 1 }], keyOf, true);
  expect([...two.keys()]).toEqual([1, 2]);
  expect([...withRows(two, [{ id: 1 }, { id: 9 }], keyOf, false).keys()]).toEqual([2]);
  expect(two.size).toBe(2);
});

test("a page is selected wholly, partly or not at all; other pages' rows don't count", () => {
  expect(pageSelectionState(chosen(1, 2, 3, 4), page)).toBe("all");
  expect(pageSelectionState(chosen(2, 4), page)).toBe("some");
  expect(pageSelectionState(chosen(4), page)).toBe("none");
  expect(pageSelectionState(chosen(), [])).toBe("none");
});
