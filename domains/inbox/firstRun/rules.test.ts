import { expect, test } from "vitest";
import { currentStep, type FirstRunFacts, firstSteps, leftOf } from "./rules.ts";

const nothing: FirstRunFacts = {
  has_number: false,
  has_requested: false,
  has_customers: false,
  has_team: false,
  has_texted: false,
  registration: null,
};
const everything = { has_number: true, has_customers: true, has_team: true, has_texted: true };

test.each<[string, Partial<FirstRunFacts>, string, string | undefined, number]>([
  ["a new business", {}, "open open open blocked", "number", 4],
  ["a requested number", { has_requested: true }, "waiting open open blocked", "customers", 4],
  ["an invited team", { has_team: true }, "open open done blocked", "number", 3],
  [
    "all that can be done before the number",
    { has_requested: true, has_customers: true, has_team: true },
    "waiting done done blocked",
    undefined,
    2,
  ],
  ["a number", { has_number: true, has_requested: true }, "done open open open", "customers", 3],
  ["only the text left", { ...everything, has_texted: false }, "done done done open", "text", 1],
  [
    "a number to register",
    { has_number: true, registration: "missing" },
    "done open open open open",
    "registration",
    4,
  ],
  ["one in review", { has_number: true, registration: "pending" }, "done waiting open open open", "customers", 4],
  [
    "one that was refused",
    { has_number: true, registration: "rejected" },
    "done open open open open",
    "registration",
    4,
  ],
  ["a registered one", { has_number: true, registration: "registered" }, "done done open open open", "customers", 3],
  ["one that needs none", { has_number: true, registration: "not_needed" }, "done open open open", "customers", 3],
  ["everything", everything, "done done done done", undefined, 0],
])("%s", (_, facts, states, current, left) => {
  const steps = firstSteps({ ...nothing, ...facts });
  expect(steps.map(({ state }) => state).join(" ")).toBe(states);
  expect(currentStep(steps)).toBe(current);
  expect(leftOf(steps)).toBe(left);
});
