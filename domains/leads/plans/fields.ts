import * as z from "zod/mini";
import { Id } from "#core/fields.ts";

export const planStarts = ["hand", "received", "stage"] as const;
export type PlanStart = (typeof planStarts)[number];

export const stepKinds = ["text", "email", "task"] as const;
export type PlanStepKind = (typeof stepKinds)[number];

/** What a team member's own text or answered call does to a plan. */
export const teamEffects = ["stop", "pause_1", "pause_2", "pause_7", "continue"] as const;
export type TeamEffect = (typeof teamEffects)[number];

/** How a lead's way through a plan ended; `removed`: the plan was deleted, `off`: it was turned off. */
export const planEndings = [
  "finished",
  "replied",
  "appointment",
  "opted_out",
  "closed",
  "deleted",
  "team",
  "hand",
  "edited",
  "off",
  "removed",
] as const;
export type PlanEnding = (typeof planEndings)[number];

/** Why a due step hasn't left yet. */
export const planWaits = [
  "hours",
  "no_number",
  "not_registered",
  "no_address",
  "stopped",
  "limit",
  "asked",
  "busy",
  "quota",
  "storage",
] as const;
export type PlanWait = (typeof planWaits)[number];

/** What the people list says in place of a time. */
export const planHolds = [
  "",
  "paused",
  "team",
  "off",
  ...planWaits,
  "no_consent",
  "no_phone",
  "no_email",
  "failed",
] as const;
export type PlanHold = (typeof planHolds)[number];

export const mostSteps = 10;
export const mostSources = 20;
/** The last day of a plan. */
export const lastDay = 365;
/** The longest wait after the start of a step without a time of day, in minutes. */
export const longestAfter = 720;

/** A step of a plan. */
export const PlanStep = z.object({
  /** Stays the step's when the plan is edited; unique within the plan. */
  id: z.number(),
  kind: z.enum(stepKinds),
  /** Counts from the start: 1 is the day of the start. */
  day: z.number(),
  /** Minutes since midnight in the location's time; null: `after` minutes after the start. */
  minute: z.nullable(z.number()),
  after: z.number(),
  /** Of an email; empty for others. */
  subject: z.string(),
  /** The text, the email, or the task. */
  words: z.string(),
  /** Minutes until a task is due; 0 for others. */
  due_minutes: z.number(),
  /** The pictures of a text, from the location's library, in order. */
  files: z.array(Id),
  /** Whose name stands for the owner in it; null: the lead's owner. */
  sender_id: z.nullable(Id),
  /** The copy of an email template that an email shows in place of `words`; null without. */
  mail_id: z.nullable(Id),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** When a step is due: on a day at a time, or some minutes after the start. */
export type StepTime = Pick<PlanStep, "day" | "minute" | "after">;

/** What orders steps: those of one day without a time of day come first. */
const orderOf = ({ day, minute, after }: StepTime): readonly [number, number, number] =>
  minute === null ? [day, 0, after] : [day, 1, minute];

/** Negative: `a` comes before `b`. */
export function compareTimes(a: StepTime, b: StepTime): number {
  const [one, other] = [orderOf(a), orderOf(b)];
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** What is wrong with the order of a plan's steps, by place. */
export function orderProblems(steps: readonly StepTime[]): { readonly place: number; readonly text: string }[] {
  return steps.flatMap((step, place) => {
    const before = steps[place - 1];
    if (!before || compareTimes(before, step) <= 0) return [];
    const text =
      step.day < before.day
        ? `Day ${before.day} comes before this step. Choose day ${before.day} or later`
        : "The step before is later on this day. Choose a later time";
    return [{ place, text }];
  });
}

/** What can stand between percent signs in a plan, with what people read instead. */
export const planVariables = {
  first_name: "First name",
  owner: "Owner",
  vehicle: "Vehicle",
  company_name: "Company name",
  company_phone: "Company phone",
  location_name: "Location name",
} as const;
export type PlanVariable = keyof typeof planVariables;
