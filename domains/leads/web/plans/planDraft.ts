import type { BodyInput } from "#core/call.ts";
import { nounCount } from "#core/count.ts";
import { clockTime } from "#core/wallTime.ts";
import type { FollowUpPlan, leadPlans } from "#domains/leads/plans/contract.ts";
import {
  compareTimes,
  mostSteps,
  type PlanStep,
  type PlanStepKind,
  type StepTime,
} from "#domains/leads/plans/fields.ts";

/** A step in the editor; `key` stays with it wherever it moves. */
export interface EditedStep extends Omit<PlanStep, "id"> {
  key: number;
  /** Undefined: it is new. */
  id: number | undefined;
  /** The email template that it copies when it is saved, in place of the copy that it has. */
  template_id?: number | undefined;
}

/** A plan in the editor. */
export interface PlanEdit
  extends Pick<
    FollowUpPlan,
    "name" | "starts" | "kind" | "sources" | "on_team" | "weekdays" | "from_minute" | "to_minute" | "end_task"
  > {
  stage_id: string;
  steps: EditedStep[];
}

export const editOf = (plan: FollowUpPlan): PlanEdit => {
  const { name, starts, kind, sources, on_team, weekdays, from_minute, to_minute, end_task, stage_id, steps } = plan;
  const rules = { name, starts, kind, sources, on_team, weekdays, from_minute, to_minute, end_task };
  const edited = steps.map(({ here: _, sent: __, replied: ___, ...step }) => ({ ...step, key: step.id }));
  return { ...rules, stage_id: stage_id === null ? "" : String(stage_id), steps: edited };
};

export const bodyOf = ({ steps, ...edit }: PlanEdit): BodyInput<typeof leadPlans.add> => ({
  ...edit,
  steps: steps.map(({ key: _, id, ...step }) => ({ ...step, ...(id !== undefined && { id }) })),
});

/** A draft that was saved: its steps have the ids that they got, and the copies of their templates. */
export function savedEdit(
  edit: PlanEdit,
  sent: PlanEdit,
  stored: readonly { readonly id: number; readonly mail_id: number | null }[],
): PlanEdit {
  const byKey = new Map(sent.steps.map((step, place) => [step.key, { step, got: stored[place] }]));
  const steps = edit.steps.map((step) => {
    const saved = byKey.get(step.key);
    if (!saved?.got) return step;
    const { id, mail_id } = saved.got;
    // Another template may have been chosen meanwhile.
    const isCopied = step.template_id === saved.step.template_id && step.mail_id === saved.step.mail_id;
    return { ...step, id, ...(isCopied && { mail_id, template_id: undefined }) };
  });
  return { ...edit, steps };
}

const said = ({ key: _, ...step }: EditedStep) => JSON.stringify(Object.entries(step).sort());

/** How many steps were changed, added, moved or taken out. */
export function changedSteps(before: readonly EditedStep[], now: readonly EditedStep[]): number {
  const removed = before.filter(({ key }) => !now.some((step) => step.key === key)).length;
  const changed = now.filter((step) => {
    const old = before.find(({ key }) => key === step.key);
    return !old || said(old) !== said(step);
  });
  const keys = (steps: readonly EditedStep[]) => steps.map(({ key }) => key).join();
  // Two steps of one time may change places, and nothing else.
  return Math.max(removed + changed.length, keys(before) === keys(now) ? 0 : 1);
}

/** A step's time between its neighbors: its own where that fits, else the day between theirs. */
export function timeBetween(step: StepTime, before: StepTime | undefined, after: StepTime | undefined): StepTime {
  const fits = (time: StepTime) =>
    (!before || compareTimes(before, time) <= 0) && (!after || compareTimes(time, after) <= 0);
  if (fits(step)) return { day: step.day, minute: step.minute, after: step.after };
  const [first, last] = [before?.day ?? 1, after?.day ?? before?.day ?? step.day];
  const day = Math.round((first + last) / 2);
  const minute = step.minute ?? before?.minute ?? 600;
  const choices: (StepTime | undefined)[] = [{ day, minute, after: 0 }, { day: last, minute, after: 0 }, after, before];
  const fitting = choices.find((time) => time !== undefined && fits(time)) ?? step;
  return { day: fitting.day, minute: fitting.minute, after: fitting.after };
}

/** Moves a step to a place, where it takes the day between its neighbors. */
export function movedStep(steps: readonly EditedStep[], key: number, to: number): EditedStep[] {
  const step = steps.find((one) => one.key === key);
  if (!step) return [...steps];
  const others = steps.filter((one) => one !== step);
  return others.toSpliced(to, 0, { ...step, ...timeBetween(step, others[to - 1], others[to]) });
}

const nextKey = (steps: readonly EditedStep[]) => Math.max(0, ...steps.map(({ key }) => key)) + 1;

/** Adds a step after the last one, two days later. */
export function withStep(steps: readonly EditedStep[], kind: PlanStepKind): EditedStep[] {
  if (steps.length >= mostSteps) return [...steps];
  const last = steps.at(-1);
  const time = last ? { day: Math.min(365, last.day + 2), minute: 600, after: 0 } : { day: 1, minute: null, after: 0 };
  const due_minutes = kind === "task" ? 240 : 0;
  const nothing = { subject: "", words: "", files: [], sender_id: null, mail_id: null };
  return [...steps, { key: nextKey(steps), id: undefined, kind, ...time, ...nothing, due_minutes }];
}

export function duplicated(steps: readonly EditedStep[], key: number): EditedStep[] {
  const at = steps.findIndex((step) => step.key === key);
  const step = steps[at];
  if (!step || steps.length >= mostSteps) return [...steps];
  return steps.toSpliced(at + 1, 0, { ...step, key: nextKey(steps), id: undefined });
}

/** `9:30 AM` */
export function timeWord(minutes: number): string {
  const [hour = "0", minute = "00"] = clockTime(minutes).split(":");
  const hours = Number(hour) % 24;
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** `Day 4`, and nothing for a step on the day of the one before. */
export const dayWordOf = ({ day }: StepTime, before: StepTime | undefined): string =>
  before?.day === day ? "" : `Day ${day}`;

/** `right away`, `2 hours later`, `4:00 PM` */
export function timeWordOf({ minute, after }: StepTime): string {
  if (minute !== null) return timeWord(minute);
  if (after === 0) return "right away";
  if (after % 60 === 0) return after === 60 ? "1 hour later" : `${after / 60} hours later`;
  return `${nounCount(after, "minute")} later`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `Mon–Sat`, `Mon, Wed, Fri`, `Every day` */
export function daysWord(bits: number): string {
  if (bits === 127) return "Every day";
  const monday = [1, 2, 3, 4, 5, 6, 0].filter((day) => (bits & (2 ** day)) !== 0);
  const order = [1, 2, 3, 4, 5, 6, 0];
  const places = monday.map((day) => order.indexOf(day));
  const isRun = places.every((place, at) => at === 0 || place === (places[at - 1] ?? 0) + 1);
  const names = monday.map((day) => weekdays[day] ?? "");
  return isRun && names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(", ");
}
