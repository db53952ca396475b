import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTimes, orderProblems } from "#domains/leads/plans/fields.ts";
import {
  changedSteps,
  daysWord,
  dayWordOf,
  duplicated,
  type EditedStep,
  movedStep,
  type PlanEdit,
  savedEdit,
  timeWordOf,
  withStep,
} from "./planDraft.ts";

const step = (key: number, day: number, minute: number | null, after = 0): EditedStep => ({
  key,
  id: key,
  kind: "text",
  day,
  minute,
  after,
  subject: "",
  words: "Hi",
  due_minutes: 0,
  files: [],
  sender_id: null,
  mail_id: null,
});
const plan = [step(1, 1, null), step(2, 2, 570), step(3, 4, 960), step(4, 6, 660)];

describe("a moved step", () => {
  test.each([
    ["takes the day between its neighbors", 4, 2, [1, 2, 4, 3], { day: 3, minute: 660 }],
    ["to the front goes out right away", 3, 0, [3, 1, 2, 4], { day: 1, minute: null }],
    ["to the end comes after the last", 2, 3, [1, 3, 4, 2], { day: 6, minute: 660 }],
    ["to its own place stays", 3, 2, [1, 2, 3, 4], { day: 4, minute: 960 }],
  ] as const)("%s", (_, key, to, order, time) => {
    const moved = movedStep(plan, key, to);
    expect(moved.map((one) => one.key)).toEqual(order);
    expect(moved.find((one) => one.key === key)).toMatchObject(time);
  });

  const anyTime = fc.oneof(
    fc.record({
      day: fc.integer({ min: 1, max: 20 }),
      minute: fc.integer({ min: 0, max: 1_439 }),
      after: fc.constant(0),
    }),
    fc.record({ day: fc.constant(1), minute: fc.constant(null), after: fc.constantFrom(0, 60, 120) }),
  );
  test("leaves a plan in order, wherever it goes", () => {
    fc.assert(
      fc.property(fc.array(anyTime, { minLength: 1, maxLength: 10 }), fc.nat(9), fc.nat(9), (times, from, to) => {
        const steps = [...times].sort(compareTimes).map((time, key) => ({ ...step(key, 1, null), ...time }));
        const moved = movedStep(steps, from % steps.length, to % steps.length);
        expect(orderProblems(moved)).toEqual([]);
        expect(moved.map(({ key }) => key).sort()).toEqual(steps.map(({ key }) => key).sort());
      }),
      { numRuns: 300 },
    );
  });
});

test("changed steps are counted once each", () => {
  expect(changedSteps(plan, plan)).toBe(0);
  expect(changedSteps(plan, [...plan.slice(0, 3), { ...step(4, 6, 660), words: "New" }])).toBe(1);
  expect(changedSteps(plan, plan.slice(1))).toBe(1);
  expect(changedSteps(plan, withStep(plan, "task"))).toBe(1);
  expect(changedSteps(plan, duplicated(plan, 2))).toBe(1);
});

test("a plan takes ten steps", () => {
  let steps: EditedStep[] = [];
  for (let at = 0; at < 12; at += 1) steps = withStep(steps, "text");
  expect(steps).toHaveLength(10);
  expect(duplicated(steps, 1)).toHaveLength(10);
  expect(orderProblems(steps)).toEqual([]);
});

test.each([
  [step(1, 1, null), "Day 1", "right away"],
  [step(1, 1, null, 120), "Day 1", "2 hours later"],
  [step(1, 1, null, 15), "Day 1", "15 minutes later"],
  [step(1, 4, 960), "Day 4", "4:00 PM"],
  [step(1, 4, 0), "Day 4", "12:00 AM"],
] as const)("%j reads %s, %s", (one, day, time) => {
  expect([dayWordOf(one, undefined), timeWordOf(one)]).toEqual([day, time]);
  expect(dayWordOf(one, one)).toBe("");
});

test.each([
  [127, "Every day"],
  [126, "Mon–Sat"],
  [62, "Mon–Fri"],
  [42, "Mon, Wed, Fri"],
  [65, "Sat, Sun"],
])("%i reads %s", (bits, words) => {
  expect(daysWord(bits)).toBe(words);
});

describe("a draft that was saved", () => {
  const draft = (steps: EditedStep[]) => ({ name: "Internet", steps }) as unknown as PlanEdit;
  const fresh = (key: number): EditedStep => ({ ...step(key, key, 600), id: undefined });

  test("has its steps' ids, so that the same steps are saved the next time", () => {
    const sent = draft([step(1, 1, null), fresh(9)]);
    const stored = [
      { id: 1, mail_id: null },
      { id: 4, mail_id: null },
    ];
    const saved = savedEdit(sent, sent, stored);
    expect(saved.steps.map(({ key, id }) => [key, id])).toEqual([
      [1, 1],
      [9, 4],
    ]);
    // Moved and added while it was under way.
    const meanwhile = draft([fresh(9), fresh(10), step(1, 5, null)]);
    expect(savedEdit(meanwhile, sent, stored).steps.map(({ id }) => id)).toEqual([4, undefined, 1]);
  });

  test("has the copies of its templates, unless another one was chosen meanwhile", () => {
    const mail: EditedStep = { ...step(1, 1, null), kind: "email", template_id: 7 };
    const sent = draft([mail]);
    const stored = [{ id: 1, mail_id: 3 }];
    expect(savedEdit(sent, sent, stored).steps[0]).toMatchObject({ mail_id: 3, template_id: undefined });
    const other = draft([{ ...mail, template_id: 8 }]);
    expect(savedEdit(other, sent, stored).steps[0]).toMatchObject({ mail_id: null, template_id: 8 });
  });
});
