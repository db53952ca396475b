import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysLater, instantAt, wallTimeAt, weekdayOf } from "#core/wallTime.ts";
import { inDepth } from "#testing/deep.ts";
import { compareTimes, orderProblems, type PlanStep } from "./fields.ts";
import {
  areSameSteps,
  dueAt,
  filledWords,
  nextInWindow,
  nextStep,
  type PlanFacts,
  plannedAt,
  shiftAfter,
  starterPlans,
  startsFor,
  verdictOf,
} from "./rules.ts";

const zone = "America/New_York";
const daily = { weekdays: 127, from_minute: 540, to_minute: 1_080 };
const workdays = { ...daily, weekdays: 126 };
const at = (text: string) => new Date(text);
const step = (id: number, day: number, minute: number | null, after = 0): PlanStep => ({
  id,
  kind: "text",
  day,
  minute,
  after,
  subject: "",
  words: "Hi",
  files: [],
  sender_id: null,
  mail_id: null,
  due_minutes: 0,
});

describe("a plan's window", () => {
  test.each([
    ["inside stays", "2026-11-20T17:00:00Z", daily, "2026-11-20T17:00:00Z"],
    ["before it waits for its start", "2026-11-20T12:00:00Z", daily, "2026-11-20T14:00:00Z"],
    ["its end belongs to the next day", "2026-11-20T23:00:00Z", daily, "2026-11-21T14:00:00Z"],
    ["a day off is skipped", "2026-11-22T17:00:00Z", workdays, "2026-11-23T14:00:00Z"],
    ["one day a week", "2026-11-20T17:00:00Z", { ...daily, weekdays: 2 }, "2026-11-23T14:00:00Z"],
    [
      "an hour that spring skips",
      "2026-03-08T05:00:00Z",
      { weekdays: 127, from_minute: 120, to_minute: 180 },
      "2026-03-09T06:00:00Z",
    ],
  ] as const)("%s", (_, from, window, expected) => {
    expect(nextInWindow(at(from), window, zone)).toEqual(at(expected));
  });
});

describe("a step", () => {
  const started_at = at("2026-11-20T17:00:00Z");
  test.each([
    ["right away", step(1, 1, null), 0, "2026-11-20T17:00:00Z"],
    ["two hours after the start", step(1, 1, null, 120), 0, "2026-11-20T19:00:00Z"],
    ["on day 2", step(1, 2, 570), 0, "2026-11-21T14:30:00Z"],
    ["on the first day, later", step(1, 1, 960), 0, "2026-11-20T21:00:00Z"],
    ["at a time that had passed", step(1, 1, 600), 0, "2026-11-21T15:00:00Z"],
    ["shifted by two days", step(1, 2, 570), 2, "2026-11-23T14:30:00Z"],
    ["after the start, shifted", step(1, 1, null, 60), 1, "2026-11-21T18:00:00Z"],
    ["on a day off", step(1, 3, 570), 0, "2026-11-23T14:00:00Z"],
  ] as const)("%s", (_, one, shift_days, expected) => {
    const when = { notBefore: started_at, window: workdays, zone };
    expect(dueAt(one, { started_at, shift_days }, when)).toEqual(at(expected));
  });

  test("keeps its time of day when clocks change, and so does the length of a shift", () => {
    const progress = { started_at: at("2026-10-30T16:00:00Z"), shift_days: 0 };
    expect(plannedAt(step(1, 2, 600), progress, zone)).toEqual(at("2026-10-31T14:00:00Z"));
    expect(plannedAt(step(1, 3, 600), progress, zone)).toEqual(at("2026-11-01T15:00:00Z"));
    expect(shiftAfter(step(1, 2, 600), progress, at("2026-11-01T15:00:00Z"), zone)).toBe(1);
  });

  test("that is late moves the later ones by as many days, within a day by none", () => {
    const progress = { started_at, shift_days: 0 };
    expect(shiftAfter(step(1, 2, 570), progress, at("2026-11-21T22:00:00Z"), zone)).toBe(0);
    expect(shiftAfter(step(1, 2, 570), progress, at("2026-11-23T14:00:00Z"), zone)).toBe(2);
    expect(shiftAfter(step(1, 2, 570), progress, at("2026-11-20T18:00:00Z"), zone)).toBe(0);
  });
});

const zones = ["America/New_York", "America/Los_Angeles", "America/Phoenix", "Pacific/Honolulu", "America/Anchorage"];
const anyWindow = fc
  .record({
    weekdays: fc.integer({ min: 1, max: 127 }),
    from: fc.integer({ min: 0, max: 1_379 }),
    length: fc.integer({ min: 60, max: 1_440 }),
  })
  .map(({ weekdays, from, length }) => ({ weekdays, from_minute: from, to_minute: Math.min(1_440, from + length) }));
const anyInstant = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));
const anyTime = fc.oneof(
  fc.record({
    day: fc.integer({ min: 1, max: 60 }),
    minute: fc.integer({ min: 0, max: 1_439 }),
    after: fc.constant(0),
  }),
  fc.record({ day: fc.constant(1), minute: fc.constant(null), after: fc.integer({ min: 0, max: 720 }) }),
);

test("whatever is planned leaves in the window, in order, and never before it was planned", () => {
  fc.assert(
    fc.property(
      fc.array(anyTime, { minLength: 1, maxLength: 10 }),
      fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 10, maxLength: 10 }),
      anyInstant,
      anyWindow,
      fc.constantFrom(...zones),
      (times, delays, started_at, window, place) => {
        const steps = [...times].sort(compareTimes).map((time, id) => ({ ...step(id, 1, null), ...time }));
        let progress = { started_at, shift_days: 0 };
        let doneAt = started_at;
        for (const [index, one] of steps.entries()) {
          const due = dueAt(one, progress, { notBefore: doneAt, window, zone: place });
          expect(due.getTime()).toBeGreaterThanOrEqual(doneAt.getTime());
          expect(due.getTime()).toBeGreaterThanOrEqual(plannedAt(one, progress, place).getTime());
          const { date, minutes } = wallTimeAt(due, place);
          expect(window.weekdays & (2 ** weekdayOf(date))).not.toBe(0);
          expect(minutes).toBeGreaterThanOrEqual(window.from_minute);
          expect(minutes).toBeLessThan(window.to_minute);
          doneAt = new Date(due.getTime() + (delays[index] ?? 0) * 60_000);
          const shifted = shiftAfter(one, progress, doneAt, place);
          expect(shifted).toBeGreaterThanOrEqual(progress.shift_days);
          // Days between two steps never get fewer because one was late.
          const planned = wallTimeAt(plannedAt(one, { started_at, shift_days: shifted }, place), place).date;
          expect(planned >= wallTimeAt(doneAt, place).date).toBe(true);
          progress = { started_at, shift_days: shifted };
        }
      },
    ),
    { numRuns: inDepth(3_000, 300) },
  );
});

test("a step on a day has its time of day in every zone and season", () => {
  fc.assert(
    fc.property(
      anyInstant,
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 180, max: 1_439 }),
      fc.constantFrom(...zones),
      (started_at, day, minute, place) => {
        const planned = plannedAt({ day, minute, after: 0 }, { started_at, shift_days: 0 }, place);
        const date = daysLater(wallTimeAt(started_at, place).date, day - 1);
        expect(wallTimeAt(planned, place)).toEqual({ date, minutes: minute });
        expect(instantAt({ date, minutes: minute }, place, "refuse")).toEqual(planned);
      },
    ),
    { numRuns: inDepth(2_000, 200) },
  );
});

describe("the next step", () => {
  const plan = [step(1, 1, null), step(2, 2, 600), step(3, 4, 600), step(4, 6, 600)];
  test.each([
    ["of somebody new is the first", plan, [], undefined, 1],
    ["follows the last one", plan, [1], plan[0], 2],
    ["leaves out what was done", plan, [1, 2, 3], plan[1], 4],
    ["is none at the end", plan, [1, 2, 3, 4], plan[3], undefined],
    ["after an edit that took the last one out, goes by its time", [plan[0], plan[2], plan[3]], [1, 2], plan[1], 3],
    ["isn't one that an edit put before", [step(9, 1, null, 30), ...plan], [1, 2], plan[1], 3],
    ["is one that an edit put after", [...plan.slice(0, 2), step(9, 3, 600), ...plan.slice(2)], [1, 2], plan[1], 9],
    ["after a reorder, never repeats", [plan[1], plan[0], plan[2]], [1], plan[0], 3],
  ] as const)("%s", (_, steps, done, last, expected) => {
    expect(nextStep(steps as PlanStep[], new Set(done), last)?.id).toBe(expected);
  });
});

describe("what happened", () => {
  const nothing: PlanFacts = {
    isDeleted: false,
    isClosed: false,
    isOptedOut: false,
    hasReplied: false,
    hasAppointment: false,
    team_at: null,
  };
  const team_at = at("2026-11-20T17:00:00Z");
  test.each([
    [{}, "stop", { kind: "go" }],
    [{ hasReplied: true }, "continue", { kind: "end", ending: "replied" }],
    [{ hasReplied: true, isOptedOut: true }, "continue", { kind: "end", ending: "opted_out" }],
    [{ hasReplied: true, hasAppointment: true }, "continue", { kind: "end", ending: "appointment" }],
    [{ isClosed: true }, "continue", { kind: "end", ending: "closed" }],
    [{ isClosed: true, isDeleted: true }, "continue", { kind: "end", ending: "deleted" }],
    [{ team_at }, "stop", { kind: "end", ending: "team" }],
    [{ team_at }, "continue", { kind: "seen", seen: team_at }],
    [{ team_at }, "pause_2", { kind: "pause", until: at("2026-11-22T17:00:00Z"), seen: team_at }],
    [{ team_at, hasReplied: true }, "pause_7", { kind: "end", ending: "replied" }],
  ] as const)("%j with %s", (facts, effect, expected) => {
    expect(verdictOf({ ...nothing, ...facts }, effect)).toEqual(expected);
  });
});

test.each([
  [{ starts: "received", kind: "", sources: [], stage_id: null }, "received", true],
  [{ starts: "received", kind: "service", sources: [], stage_id: null }, "received", false],
  [{ starts: "received", kind: "sales", sources: ["autofinder "], stage_id: null }, "received", true],
  [{ starts: "received", kind: "sales", sources: ["Other"], stage_id: null }, "received", false],
  [{ starts: "hand", kind: "", sources: [], stage_id: null }, "received", false],
  [{ starts: "stage", kind: "", sources: [], stage_id: 3 }, "stage", true],
  [{ starts: "stage", kind: "", sources: [], stage_id: 4 }, "stage", false],
  [{ starts: "stage", kind: "", sources: [], stage_id: 3 }, "received", false],
] as const)("%j starts when %s: %s", (plan, how, expected) => {
  expect(startsFor(plan, { kind: "sales", source: "AutoFinder", stage_id: 3 }, how)).toBe(expected);
});

test("steps out of order are named", () => {
  expect(orderProblems([step(1, 1, null, 60), step(2, 1, null), step(3, 3, 600), step(4, 2, 600)])).toEqual([
    { place: 1, text: "The step before is later on this day. Choose a later time" },
    { place: 3, text: "Day 3 comes before this step. Choose day 3 or later" },
  ]);
});

test("starters are in order, fill in for what nobody knows, and fit into a plan", () => {
  const empty = {
    first_name: "",
    owner: "",
    vehicle: "",
    company_name: "Sunrise",
    company_phone: "",
    location_name: "",
  };
  for (const { steps } of starterPlans) {
    expect(orderProblems(steps)).toEqual([]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    for (const { words } of steps) expect(filledWords(words, empty)).not.toMatch(/%|^\s|\s{2} /);
  }
  const [internet] = starterPlans;
  expect(filledWords(internet?.steps[0]?.words ?? "", empty)).toBe(
    "Hi there, this is the team at Sunrise. I'm checking on the vehicle you asked about for you. Still looking?",
  );
});

test.each([
  ["nothing", {}, true],
  ["its pictures", { files: [2, 1] }, false],
  ["who signs it", { sender_id: 5 }, false],
  ["its copy of a template", { mail_id: 3 }, false],
])("steps of which %s changed are the same: %s", (_, change, same) => {
  const one = { ...step(1, 1, null), files: [1, 2] };
  expect(areSameSteps([one], [{ ...one, ...change }])).toBe(same);
});
