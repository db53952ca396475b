import type { FieldErrors } from "#core/failure.ts";
import type { UnfinishedPart } from "#domains/templates/rules.ts";

/** The steps of a channel's wizard, and what each of them asks for. */
export interface WizardPlan<Draft> {
  readonly steps: readonly string[];
  /** What keeps a step from being left: field → text. Steps count from 1. */
  readonly errorsOf: (draft: Draft, step: number) => FieldErrors;
  /** The step at which a field is; fields that it doesn't name are in the last one. */
  readonly stepOfField: Readonly<Record<string, number>>;
  /** What of the message is still to be filled in or mended: it can be saved, but it can't leave. */
  readonly unfinishedIn: (draft: Draft) => readonly UnfinishedPart[];
  /** The step at which a refusal without a field is mended: message → step. */
  readonly stepOfRefusal?: Readonly<Record<string, number>>;
}

/** The first step up to `last` that isn't finished; undefined when all are. */
export function firstUnfinished<Draft>(
  { steps, errorsOf }: WizardPlan<Draft>,
  draft: Draft,
  last: number = steps.length,
): number | undefined {
  for (let step = 1; step <= last; step++) if (Object.keys(errorsOf(draft, step)).length > 0) return step;
  return undefined;
}

/** The step at which a refused field is. */
export const stepOf = <Draft>({ steps, stepOfField }: WizardPlan<Draft>, field: string) =>
  stepOfField[field] ?? steps.length;

/** The step that the address asks for, or the first unfinished one before it. */
export function shownStep<Draft>(plan: WizardPlan<Draft>, asked: string | null, draft: Draft): number {
  const step = Math.min(plan.steps.length, Math.max(1, Math.trunc(Number(asked)) || 1));
  return Math.min(step, firstUnfinished(plan, draft, step - 1) ?? step);
}
