import type { FieldErrors } from "#core/failure.ts";

const day = 24 * 3_600_000;
const trialDays = 30;

/** A trial lasts 30 days from the registration. */
export function trialEnd(registered: Date): Date {
  return new Date(registered.getTime() + trialDays * day);
}

const dayMs = 86_400_000;

/** Days that a link is valid. */
export const emailProofDays = 7;

export function emailProofEnd(sent: Date): Date {
  return new Date(sent.getTime() + emailProofDays * dayMs);
}

/** Seconds between two mails with a link. */
export const emailProofWait = 60;

/** Seconds until another mail may be sent; 0: now. */
export function secondsToNextProof(last: Date | undefined, now: Date): number {
  if (!last) return 0;
  return Math.max(0, Math.ceil((last.getTime() - now.getTime()) / 1000 + emailProofWait));
}

export function emailProofLink(publicUrl: string, token: string): string {
  return `${publicUrl}/verify-email/${token}`;
}

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
