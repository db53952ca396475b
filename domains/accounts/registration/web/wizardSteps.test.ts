import { expect, test } from "vitest";
import { BusinessLocation } from "../contract.ts";
import { complaintsAt, firstWrong, lastStep, percentAt, stepFrom, wizardSteps } from "./wizardSteps.ts";

test("there are four fieldsets, and the bar shows them in percent", () => {
  expect(wizardSteps.map((_, step) => percentAt(step))).toEqual([25, 50, 75, 100]);
  expect(lastStep).toBe(3);
});

test("every answer is asked for in one step, in the order of the complaints", () => {
  const asked = wizardSteps.flatMap(({ fields }) => [...fields]);
  expect(asked).toEqual(Object.keys(BusinessLocation.shape).filter((field) => field !== "title"));
});

test.each([
  ["0", 0],
  ["3", 3],
  ["4", 0],
  ["-1", 0],
  ["1.5", 0],
  ["x", 0],
  ["", 0],
  [undefined, 0],
])("a reload that kept %j goes on at step %j", (kept, step) => {
  expect(stepFrom(kept)).toBe(step);
});

test("a step is left when nothing is wrong with its own fields", () => {
  const found = { city: "City is required", feature_id: "Choose a feature" };
  expect([0, 1, 2, 3].map((step) => complaintsAt(step, found))).toEqual([
    { city: "City is required" },
    {},
    { feature_id: "Choose a feature" },
    {},
  ]);
  expect(firstWrong(found)).toBe(0);
  expect(firstWrong({ feature_id: "Choose a feature" })).toBe(2);
  expect(firstWrong({})).toBeUndefined();
});
