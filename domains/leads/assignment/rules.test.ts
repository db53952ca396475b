import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assignmentOf,
  type LeadToAssign,
  movesOnText,
  nextInTurn,
  type Rule,
  returnedTo,
  ruleFor,
  type Teammate,
} from "./rules.ts";

const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 1,
  is_on: true,
  kind: "",
  sources: [],
  vehicle_status: "",
  target: "everyone",
  member_ids: [],
  most_open: null,
  next_after: null,
  ...more,
});
const mate = (id: number, more: Partial<Teammate> = {}): Teammate => ({
  id,
  role: "agent",
  is_on_shift: true,
  today: 0,
  open: 0,
  last_at: null,
  ...more,
});
const lead: LeadToAssign = { kind: "sales", source: "AutoGrove", vehicle_status: "used" };

describe("a lead goes by the first rule that fits", () => {
  test.each<[string, Partial<Rule>, boolean]>([
    ["anything", {}, true],
    ["its kind", { kind: "sales" }, true],
    ["another kind", { kind: "service" }, false],
    ["its source, in other letters", { sources: ["CarSpot", " autogrove"] }, true],
    ["other sources", { sources: ["CarSpot"] }, false],
    ["its vehicle's status", { vehicle_status: "used" }, true],
    ["another status", { vehicle_status: "new" }, false],
    ["everything, but is off", { is_on: false }, false],
  ])("one for %s", (_, more, fits) => {
    expect(ruleFor([rule(more)], lead) !== undefined).toBe(fits);
  });

  test("however many fit after it", () => {
    expect(ruleFor([rule({ id: 1, kind: "parts" }), rule({ id: 2 }), rule({ id: 3 })], lead)?.id).toBe(2);
  });

  test("whose vehicle's status is unknown fits no rule for one", () => {
    expect(ruleFor([rule({ vehicle_status: "new" })], { ...lead, vehicle_status: "" })).toBeUndefined();
  });
});

describe("whose turn it is", () => {
  test.each<[string, Partial<Teammate>, Partial<Teammate>]>([
    ["got fewer today", { today: 1, open: 9 }, { today: 2, open: 0 }],
    ["has fewer open", { today: 1, open: 3, last_at: 9 }, { today: 1, open: 4, last_at: 1 }],
    ["got one longer ago", { last_at: 5 }, { last_at: 6 }],
    ["never got one", { last_at: null }, { last_at: 6 }],
    ["has the older account", {}, {}],
  ])("is of who %s", (_, one, other) => {
    const both = [mate(1, one), mate(2, other)];
    expect(nextInTurn(rule(), both)?.id).toBe(1);
    expect(nextInTurn(rule(), both.toReversed())?.id).toBe(1);
  });

  test("is of nobody who is off shift, full, was tried or isn't of the team", () => {
    const all = [mate(1, { is_on_shift: false }), mate(2, { open: 5 }), mate(3), mate(4), mate(5, { open: 4 })];
    const team = rule({ target: "members", member_ids: [1, 2, 3, 5, 99], most_open: 5 });
    expect(nextInTurn(team, all, [3])?.id).toBe(5);
    expect(nextInTurn(team, all, [3, 5])).toBeUndefined();
  });

  const anyTeam = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      is_on_shift: fc.boolean(),
      today: fc.nat(5),
      open: fc.nat(8),
      last_at: fc.option(fc.nat(100)),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  );

  test("only ever somebody's on shift, with room, and of the team, whatever the order they come in", () => {
    const anyRule = fc.record({
      target: fc.constantFrom("everyone" as const, "members" as const, "nobody" as const),
      member_ids: fc.array(fc.integer({ min: 1, max: 40 })),
      most_open: fc.option(fc.integer({ min: 1, max: 8 })),
    });
    fc.assert(
      fc.property(anyTeam, anyRule, fc.array(fc.integer({ min: 1, max: 30 })), (some, asked, tried) => {
        const team = some.map((one) => mate(one.id, one));
        const next = nextInTurn(asked, team, tried);
        expect(nextInTurn(asked, team.toReversed(), tried)).toEqual(next);
        const could = team.filter(
          ({ id, is_on_shift, open }) =>
            is_on_shift &&
            !tried.includes(id) &&
            asked.target !== "nobody" &&
            (asked.target === "everyone" || asked.member_ids.includes(id)) &&
            (asked.most_open === null || open < asked.most_open),
        );
        if (!next) expect(could).toEqual([]);
        else expect(could).toContain(next);
      }),
    );
  });

  test("equal people are never more than one lead apart", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }), (people, count) => {
        let team = Array.from({ length: people }, (_, at) => mate(at + 1));
        for (let at = 1; at <= count; at += 1) {
          const next = nextInTurn(rule(), team);
          team = team.map((one) =>
            one.id === next?.id ? { ...one, today: one.today + 1, open: one.open + 1, last_at: at } : one,
          );
          const given = team.map(({ today }) => today);
          expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1);
        }
        expect(team.reduce((sum, { today }) => sum + today, 0)).toBe(count);
      }),
    );
  });
});

describe("what becomes of a lead", () => {
  const team = [mate(1), mate(2)];

  test("without rules: nothing, not even for a known customer", () => {
    expect(assignmentOf([], lead, team, [1])).toEqual({ to: "nobody" });
    expect(assignmentOf([rule({ is_on: false })], lead, team, [1])).toEqual({ to: "nobody" });
  });

  test("of a known customer: their own salesperson, with the clock of the rule that fits", () => {
    const only = rule({ target: "members", member_ids: [1] });
    expect(assignmentOf([only], lead, team, [2])).toEqual({
      to: "member",
      user_id: 2,
      reason: "known",
      rule: only,
    });
    expect(assignmentOf([rule({ kind: "parts" })], lead, team, [9, 2])).toEqual({
      to: "member",
      user_id: 2,
      reason: "known",
    });
  });

  test("whose salesperson is off or has left: it goes by the rules", () => {
    const off = [mate(1), mate(2, { is_on_shift: false })];
    expect(assignmentOf([rule()], lead, off, [2, 9])).toMatchObject({ user_id: 1, reason: "assigned" });
  });

  test("with nobody on shift: it waits; with nobody left in the rule, or a rule for no one: it waits to be claimed", () => {
    const off = [mate(1, { is_on_shift: false })];
    expect(assignmentOf([rule()], lead, off, [])).toMatchObject({ to: "waiting" });
    expect(assignmentOf([rule({ target: "members", member_ids: [7] })], lead, team, [])).toMatchObject({
      to: "nobody",
    });
    expect(assignmentOf([rule({ target: "nobody" }), rule({ id: 2 })], lead, team, [])).toMatchObject({
      to: "nobody",
    });
    expect(assignmentOf([rule({ kind: "parts" })], lead, team, [])).toEqual({ to: "nobody" });
  });
});

test("an unanswered lead ends with the manager of fewest open leads, else the owner of the business", () => {
  const owner = mate(1, { role: "dealer" });
  const [busy, idle] = [mate(2, { role: "manager", open: 3 }), mate(3, { role: "manager", open: 1 })];
  expect(returnedTo([owner, busy, idle, mate(4)], 4)?.id).toBe(3);
  expect(returnedTo([owner, busy, idle], 3)?.id).toBe(2);
  expect(returnedTo([owner, mate(4)], 4)?.id).toBe(1);
  expect(returnedTo([owner, mate(4)], 1)).toBeUndefined();
});

test("a lead moves on at a time today, and on another day with its name", () => {
  const now = new Date("2030-03-09T15:00:00Z");
  const zone = "America/New_York";
  expect(movesOnText(new Date("2030-03-09T15:58:00Z"), now, zone)).toBe("Moves to the next person at 10:58 AM");
  expect(movesOnText(new Date("2030-03-11T13:15:00Z"), now, zone)).toBe(
    "Moves to the next person on Mon, Mar 11, 9:15 AM",
  );
});
