import { expect, test } from "vitest";
import type { Session } from "#core/web/session/session.ts";
import { recentTargets, rememberTarget } from "./recent.ts";
import type { Target } from "./targets.ts";

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}
const person = { dealer_id: 1, user_id: 2, location_id: 3 } as Session;
const target = (id: number): Target => ({
  group: "Customers",
  key: `customer ${id}`,
  label: `Customer ${id}`,
  to: `/customer/${id}`,
});

test("the last five come first, each once", () => {
  const storage = memory();
  for (const id of [1, 2, 3, 4, 5, 6, 2]) rememberTarget(storage, person, target(id));
  const recent = recentTargets(storage, person);
  expect(recent.map(({ label }) => label)).toEqual([2, 6, 5, 4, 3].map((id) => `Customer ${id}`));
  const [last] = recent.slice(-1);
  if (last) rememberTarget(storage, person, last);
  expect(recentTargets(storage, person).map(({ to }) => to)[0]).toBe("/customer/3");
  expect(recentTargets(storage, person)).toHaveLength(5);
});

test("they are one person's at one location", () => {
  const storage = memory();
  rememberTarget(storage, person, target(1));
  for (const other of [{ user_id: 9 }, { location_id: 9 }, { dealer_id: 9 }]) {
    expect(recentTargets(storage, { ...person, ...other })).toEqual([]);
  }
});

test("actions are not remembered, and what can't be read is nothing", () => {
  const storage = memory();
  rememberTarget(storage, person, { group: "Actions", key: "theme", label: "Switch theme", act: () => undefined });
  expect(storage.items.size).toBe(0);
  storage.setItem("recent:1.2.3", '[{"key":7}]');
  expect(recentTargets(storage, person)).toEqual([]);
});
