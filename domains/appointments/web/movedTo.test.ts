import { expect, test } from "vitest";
import type { Appointment } from "../contract.ts";
import { movedTo } from "./movedTo.ts";

const zone = "America/New_York";
const one = { id: 1, version: 2, host_id: 7, datetime: "2026-11-24T14:00:00.000Z" } as Appointment;
const other = { ...one, id: 2 };
const move = { appointment: one, starts: "2026-11-24T10:15", ends: "2026-11-24T11:00" };

test.each([
  ["stays with its host", undefined, 7],
  ["goes to another", "9", 9],
  ["has none any more", "", null],
])("a dropped one %s, and the others stay as they are", (_name, host, host_id) => {
  expect(movedTo([one, other], { ...move, host }, zone)).toEqual([
    { ...one, host_id, datetime: "2026-11-24T15:15:00.000Z", ends_at: "2026-11-24T16:00:00.000Z" },
    other,
  ]);
});

test("what was changed since shows the change", () => {
  const changed = { ...one, version: 3 };
  expect(movedTo([changed], { ...move, host: "9" }, zone)).toEqual([changed]);
});
