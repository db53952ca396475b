import { describe, expect, test } from "vitest";
import { nextFree } from "./nextFree.ts";

const at = (clock: string) => `2026-11-24T${clock}:00.000Z`;
const now = new Date(at("10:32"));
const until = new Date(at("18:00"));
const people = [
  { id: 1, user_type: "dealer" },
  { id: 2, user_type: "agent" },
  { id: 3, user_type: "agent" },
];
const held = (host_id: number, from: string, to: string, status = 0) => ({
  host_id,
  status,
  datetime: at(from),
  ends_at: at(to),
});
const off = (user_id: number, from: string, to: string) => ({ user_id, starts_at: at(from), ends_at: at(to) });
const ask = (appointments: ReturnType<typeof held>[], away: ReturnType<typeof off>[] = []) => {
  const found = nextFree({ people, appointments, away, now, minutes: 30, until });
  return found && [found.person.id, found.at.toISOString().slice(11, 16), found.isNow];
};

describe("who is free next", () => {
  test.each([
    ["whoever has least, the owner last", [held(2, "14:00", "15:00")], [], [3, "10:32", true]],
    ["what is over takes no time", [held(2, "10:00", "11:00", 1), held(3, "10:00", "11:00")], [], [2, "10:32", true]],
    [
      "not for long enough",
      [held(2, "11:00", "11:30"), held(3, "10:45", "11:15")],
      [off(1, "09:00", "12:00")],
      [3, "11:15", false],
    ],
    [
      "at the next quarter",
      [held(2, "10:00", "10:50"), held(3, "10:00", "11:30")],
      [off(1, "09:00", "18:00")],
      [2, "11:00", false],
    ],
    [
      "between two",
      [held(2, "10:30", "11:00"), held(2, "11:15", "12:00")],
      [off(1, "09:00", "18:00"), off(3, "09:00", "18:00")],
      [2, "12:00", false],
    ],
    [
      "nobody before closing",
      [],
      [off(1, "09:00", "17:45"), off(2, "09:00", "20:00"), off(3, "10:40", "17:31")],
      undefined,
    ],
  ] as const)("%s", (_name, appointments, away, expected) => {
    expect(ask([...appointments], [...away])).toEqual(expected);
  });

  test("without a team nobody is", () => {
    expect(nextFree({ people: [], appointments: [], away: [], now, minutes: 30, until })).toBeUndefined();
  });
});
