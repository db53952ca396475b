import type { FieldTexts } from "#core/failure.ts";

/** The wizard's fieldsets with their fields. */
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

/** How far somebody is who sees this step, in percent of all. */
export function percentAt(step: number): number {
  return Math.round(((step + 1) / wizardSteps.length) * 100);
}

/** The step that a reload left off at; the first for anything that is none. */
export function stepFrom(kept: string | undefined): number {
  const step = Number(kept);
  return Number.isInteger(step) && step >= 0 && step <= lastStep ? step : 0;
}

/** Of the complaints about all fields those about one step's. */
export function complaintsAt(step: number, found: FieldTexts): FieldTexts {
  const fields: readonly string[] = wizardSteps[step]?.fields ?? [];
  return Object.fromEntries(Object.entries(found).filter(([field]) => fields.includes(field)));
}

/** The first step that something is wrong with; undefined when all is right. */
export function firstWrong(found: FieldTexts): number | undefined {
  const at = wizardSteps.findIndex((_, step) => Object.keys(complaintsAt(step, found)).length > 0);
  return at < 0 ? undefined : at;
}
