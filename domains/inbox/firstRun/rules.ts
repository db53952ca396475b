import type { NumberRegistration } from "#domains/locations/contract.ts";
import type { FirstStep } from "./contract.ts";

/** What a location has. */
export interface FirstRunFacts {
  readonly has_number: boolean;
  readonly has_requested: boolean;
  readonly has_customers: boolean;
  readonly has_team: boolean;
  readonly has_texted: boolean;
  /** Of its number; null without one, or where none is registered here. */
  readonly registration: NumberRegistration | null;
}

/** The state of each step. */
export function firstSteps(facts: FirstRunFacts): FirstStep[] {
  const { has_number, has_requested, has_customers, has_team, has_texted, registration } = facts;
  return [
    { step: "number", state: has_number ? "done" : has_requested ? "waiting" : "open" },
    ...registrationStep(registration),
    { step: "customers", state: has_customers ? "done" : "open" },
    { step: "team", state: has_team ? "done" : "open" },
    { step: "text", state: has_texted ? "done" : has_number ? "open" : "blocked" },
  ];
}

function registrationStep(registration: NumberRegistration | null): FirstStep[] {
  if (registration === null || registration === "not_needed") return [];
  if (registration === "pending") return [{ step: "registration", state: "waiting" }];
  return [{ step: "registration", state: registration === "registered" ? "done" : "open" }];
}

/** The one step that is emphasized: the first that the owner can do something about. */
export function currentStep(steps: readonly FirstStep[]): FirstStep["step"] | undefined {
  return steps.find(({ state }) => state === "open")?.step;
}

export const leftOf = (steps: readonly FirstStep[]): number => steps.filter(({ state }) => state !== "done").length;
