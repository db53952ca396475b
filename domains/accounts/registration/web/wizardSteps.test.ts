import { expect, test } from "vitest";
import { BusinessLocation } from "../contract.ts";
import {
  errorsOfStep,
  firstStepWithError,
  lastStep,
  progressPercent,
  restoreStep,
  wizardSteps,
} from "./wizardSteps.ts";

test("four steps map to progress percentages", () => {
  expect(wizardSteps.map((_, step) => progressPercent(step))).toEqual([25, 50, 75, 100]);
  expect(lastStep).toBe(3);
});

test("every field belongs to one step, in the order of validation errors", () => {
  const fieldOrder = wizardSteps.flatMap(({ fields }) => [...fields]);
  expect(fieldOrder).toEqual(Object.keys(BusinessLocation.shape).filter((field) => field !== "title"));
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
])("stored step %j restores step %j", (stored, step) => {
  expect(restoreStep(stored)).toBe(step);
});

test("errors are assigned to the step of their field", () => {
  const errors = { city: "City is required", feature_id: "Choose a feature" };
  expect([0, 1, 2, 3].map((step) => errorsOfStep(step, errors))).toEqual([
    { city: "City is required" },
    {},
    { feature_id: "Choose a feature" },
    {},
  ]);
  expect(firstStepWithError(errors)).toBe(0);
  expect(firstStepWithError({ feature_id: "Choose a feature" })).toBe(2);
  expect(firstStepWithError({})).toBeUndefined();
});
