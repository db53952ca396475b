import type { FieldErrors } from "#core/failure.ts";

/** The wizard's steps with their fields. */
export const wizardSteps = [
  {
    title: "Where is your business?",
    fields: ["location", "address", "address_2", "city", "state", "postal_code"],
  },
  { title: "What is your industry?", fields: ["industry_id"] },
  { title: "What do you want to do first?", fields: ["feature_id"] },
  { title: "Start your free trial", fields: [] },
] as const;

export const lastStep = wizardSteps.length - 1;

/** Progress at this step. */
export function progressPercent(step: number): number {
  return Math.round(((step + 1) / wizardSteps.length) * 100);
}

/** The stored step, or the first one if the stored value is invalid. */
export function restoreStep(stored: string | undefined): number {
  const step = Number(stored);
  return Number.isInteger(step) && step >= 0 && step <= lastStep ? step : 0;
}

/** The errors that belong to one step. */
export function errorsOfStep(step: number, errors: FieldErrors): FieldErrors {
  const fields: readonly string[] = wizardSteps[step]?.fields ?? [];
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)));
}

/** The first step with an error; undefined without errors. */
export function firstStepWithError(errors: FieldErrors): number | undefined {
  const index = wizardSteps.findIndex((_, step) => Object.keys(errorsOfStep(step, errors)).length > 0);
  return index < 0 ? undefined : index;
}
