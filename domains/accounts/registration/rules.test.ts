import { expect, test } from "vitest";
import { BusinessLocation } from "./contract.ts";
import {
  emailProofEnd,
  emailProofLink,
  errorsOfStep,
  firstStepWithError,
  lastStep,
  progressPercent,
  restoreStep,
  secondsToNextProof,
  trialEnd,
  wizardSteps,
} from "./rules.ts";

test("a trial lasts 30 days, even across daylight saving changes", () => {
  expect(trialEnd(new Date("2026-03-01T12:00:00Z")).toISOString()).toBe("2026-03-31T12:00:00.000Z");
});

const now = new Date("2026-03-02T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [undefined, 0],
  [ago(0), 60],
  [ago(59.2), 1],
  [ago(60), 0],
  [ago(600), 0],
])("after one at %s another waits %i seconds", (last, seconds) => {
  expect(secondsToNextProof(last, now)).toBe(seconds);
});

test("a link is valid for a week and names its token", () => {
  expect(emailProofEnd(now)).toEqual(new Date("2026-03-09T12:00:00Z"));
  expect(emailProofLink("https://rooftop.test", "abc")).toBe("https://rooftop.test/verify-email/abc");
});

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
