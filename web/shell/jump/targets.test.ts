import { expect, test } from "vitest";
import { inGroups, matches, step, type Target } from "./targets.ts";

test.each([
  ["app", "Appointments", "", true],
  ["lists cust", "Customer Lists", "", true],
  ["pointments", "Appointments", "", false],
  ["dark", "Switch theme", "dark light", true],
  ["", "Team", "", true],
  ["team x", "Team", "", false],
  ["  TEAM ", "Team", "", true],
])("%j finds %j: %s", (query, label, synonyms, is) => {
  expect(matches(query, { label, synonyms })).toBe(is);
});

const target = (group: Target["group"], label: string): Target => ({ group, label, key: label });

test("groups keep their order, and what begins with the typed text comes first", () => {
  const all = [
    target("Actions", "Upload"),
    target("Screens", "Open team"),
    target("Screens", "Team"),
    target("Customers", "Ted"),
  ];
  expect(inGroups(all, "te").map(({ label }) => label)).toEqual(["Ted", "Team", "Open team", "Upload"]);
  expect(inGroups(all).map(({ label }) => label)).toEqual(["Ted", "Open team", "Team", "Upload"]);
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, 0],
] as const)("from %i by %i of %i leads to %i", (from, by, count, to) => {
  expect(step(from, by, count)).toBe(to);
});
