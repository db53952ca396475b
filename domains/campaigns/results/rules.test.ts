import { describe, expect, test } from "vitest";
import { type EmailVisit, isTooSoon, machineVisits, stampsOf } from "./rules.ts";

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);
const click = (id: number, link_n: number, seconds: number, is_machine = false): EmailVisit => ({
  id,
  kind: "click",
  link_n,
  at: at(seconds),
  is_machine,
});
const open = (id: number, seconds: number, is_machine = false): EmailVisit => ({
  id,
  kind: "open",
  link_n: null,
  at: at(seconds),
  is_machine,
});

describe("a visit that comes too soon is a program's", () => {
  test.each([
    ["open", 9.9, true],
    ["open", 10, false],
    ["click", 4.9, true],
    ["click", 5, false],
  ] as const)("%s after %s s: %s", (kind, seconds, isMachine) => {
    expect(isTooSoon(kind, at(seconds), at(0))).toBe(isMachine);
  });

  test("and so is one before our own answer", () => {
    expect(isTooSoon("open", at(0), null)).toBe(true);
  });
});

describe("programs among the clicks", () => {
  test.each([
    ["two links in three seconds", [click(1, 1, 0), click(2, 2, 3)], []],
    [
      "three links in three seconds, the earlier ones included",
      [click(1, 1, 0), click(2, 2, 1), click(3, 3, 3)],
      [1, 2, 3],
    ],
    ["three links in four seconds", [click(1, 1, 0), click(2, 2, 2), click(3, 3, 4)], []],
    ["one link three times", [click(1, 1, 0), click(2, 1, 1), click(3, 1, 2)], []],
    [
      "a person's click a minute after a burst",
      [click(1, 1, 0), click(2, 2, 1), click(3, 3, 2), click(4, 1, 63)],
      [1, 2, 3],
    ],
    ["the hidden link, and what is near it", [click(1, 1, 0), click(2, 0, 60), click(3, 2, 121)], [1, 2]],
    ["openings are judged by themselves", [open(1, 0), click(2, 0, 1, true)], []],
  ])("%s", (_, visits, machines) => {
    expect(machineVisits(visits)).toEqual(machines);
  });
});

test("a person's click implies an opening, a program's says nothing of the person", () => {
  expect(stampsOf([open(1, 1, true), click(2, 1, 50)])).toEqual({
    opened_at: at(50),
    clicked_at: at(50),
    machine_opened_at: at(1),
  });
  expect(stampsOf([click(1, 1, 1, true)])).toEqual({ opened_at: null, clicked_at: null, machine_opened_at: at(1) });
});
