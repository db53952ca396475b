import { type CustomVariables, fillOwnVariables } from "#core/variables.ts";
import { daysLater, instantAt, wallTimeAt, weekdayOf } from "#core/wallTime.ts";
import type { LeadKind } from "#domains/leads/fields.ts";
import type { PlanEnding, PlanStart, PlanStep, PlanVariable, TeamEffect } from "./fields.ts";
import { compareTimes, type StepTime } from "./fields.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** When a plan sends: days of the week as bits, 1 for Sunday to 64 for Saturday, and minutes since midnight. */
export interface SendingWindow {
  readonly weekdays: number;
  readonly from_minute: number;
  readonly to_minute: number;
}

/** Where a lead is in its plan. */
export interface PlanProgress {
  readonly started_at: Date;
  /** By how many days its steps are late so far. */
  readonly shift_days: number;
}

const isOpenOn = ({ weekdays }: SendingWindow, date: string) => (weekdays & (2 ** weekdayOf(date))) !== 0;

/** The first instant from `at` on at which a plan sends. */
export function nextInWindow(at: Date, window: SendingWindow, zone: string): Date {
  let next = at;
  // A day may have no such hour when clocks change, so that a week isn't always enough.
  for (let round = 0; round < 20; round++) {
    const { date, minutes } = wallTimeAt(next, zone);
    const isOpen = isOpenOn(window, date);
    if (isOpen && minutes >= window.from_minute && minutes < window.to_minute) return next;
    const day = isOpen && minutes < window.from_minute ? date : daysLater(date, 1);
    next = instantAt({ date: day, minutes: isOpenOn(window, day) ? window.from_minute : 0 }, zone, "next");
  }
  return next;
}

/** When a step is planned, before the window and whatever was late. */
export function plannedAt(
  { day, minute, after }: StepTime,
  { started_at, shift_days }: PlanProgress,
  zone: string,
): Date {
  if (minute !== null) {
    const { date } = wallTimeAt(started_at, zone);
    return instantAt({ date: daysLater(date, day - 1 + shift_days), minutes: minute }, zone, "next");
  }
  const at = new Date(started_at.getTime() + after * minuteMs);
  if (shift_days === 0) return at;
  const { date, minutes } = wallTimeAt(at, zone);
  return instantAt({ date: daysLater(date, shift_days), minutes }, zone, "next");
}

/**
 * When a step is due: as planned, yet never before `notBefore`, and within the window. A time of the first day that had
 * passed at the start is meant for the next day.
 */
export function dueAt(
  step: StepTime,
  progress: PlanProgress,
  { notBefore, window, zone }: { readonly notBefore: Date; readonly window: SendingWindow; readonly zone: string },
): Date {
  const planned = plannedAt(step, progress, zone);
  const isPast = step.minute !== null && planned < progress.started_at;
  const meant = isPast ? plannedAt(step, { ...progress, shift_days: progress.shift_days + 1 }, zone) : planned;
  return nextInWindow(meant > notBefore ? meant : notBefore, window, zone);
}

/** The shift after a step was done: each day that it was late moves the later ones by a day. */
export function shiftAfter(step: StepTime, progress: PlanProgress, doneAt: Date, zone: string): number {
  const day = (at: Date) => Date.parse(`${wallTimeAt(at, zone).date}T00:00:00Z`) / dayMs;
  const late = day(doneAt) - day(plannedAt(step, progress, zone));
  return progress.shift_days + Math.max(0, late);
}

/**
 * The step after the last one that was done; undefined at the end. After an edit that took the last step out, its time
 * says where the lead is. A step that was done is never done again.
 */
export function nextStep(
  steps: readonly PlanStep[],
  done: ReadonlySet<number>,
  last: (StepTime & Pick<PlanStep, "id">) | undefined,
): PlanStep | undefined {
  const at = last ? steps.findIndex(({ id }) => id === last.id) : -1;
  const isAhead = (step: PlanStep, place: number) =>
    at === -1 ? last === undefined || compareTimes(step, last) >= 0 : place > at;
  return steps.find((step, place) => isAhead(step, place) && !done.has(step.id));
}

/** What happened to a lead since it entered a plan. */
export interface PlanFacts {
  readonly isDeleted: boolean;
  readonly isClosed: boolean;
  readonly isOptedOut: boolean;
  readonly hasReplied: boolean;
  readonly hasAppointment: boolean;
  /** The newest text or answered call of a team member that hasn't been dealt with; null without any. */
  readonly team_at: Date | null;
}

const pauseDays: Record<TeamEffect, number> = { stop: 0, pause_1: 1, pause_2: 2, pause_7: 7, continue: 0 };

export type PlanVerdict =
  | { readonly kind: "end"; readonly ending: PlanEnding }
  /** A team member is on it: goes on then. */
  | { readonly kind: "pause"; readonly until: Date; readonly seen: Date }
  | { readonly kind: "seen"; readonly seen: Date }
  | { readonly kind: "go" };

/** What follows from what happened. An opt-out always ends a plan, whatever else happened. */
export function verdictOf(facts: PlanFacts, effect: TeamEffect): PlanVerdict {
  const ending = endings.find(([holds]) => holds(facts))?.[1];
  if (ending) return { kind: "end", ending };
  if (!facts.team_at) return { kind: "go" };
  if (effect === "stop") return { kind: "end", ending: "team" };
  if (effect === "continue") return { kind: "seen", seen: facts.team_at };
  return { kind: "pause", until: new Date(facts.team_at.getTime() + pauseDays[effect] * dayMs), seen: facts.team_at };
}

const endings: readonly (readonly [(facts: PlanFacts) => boolean, PlanEnding])[] = [
  [({ isOptedOut }) => isOptedOut, "opted_out"],
  [({ isDeleted }) => isDeleted, "deleted"],
  [({ hasAppointment }) => hasAppointment, "appointment"],
  [({ hasReplied }) => hasReplied, "replied"],
  [({ isClosed }) => isClosed, "closed"],
];

/** Whom a plan starts for. */
export interface PlanAudience {
  readonly starts: PlanStart;
  readonly kind: LeadKind | "";
  readonly sources: readonly string[];
  readonly stage_id: number | null;
}

const folded = (source: string) => source.trim().toLocaleLowerCase("en-US");

/** Whether a plan starts by itself for a lead that came in, or was moved to its stage. */
export function startsFor(
  { starts, kind, sources, stage_id }: PlanAudience,
  lead: { readonly kind: LeadKind; readonly source: string; readonly stage_id: number },
  how: Exclude<PlanStart, "hand">,
): boolean {
  if (starts !== how || (kind !== "" && kind !== lead.kind)) return false;
  if (sources.length > 0 && !sources.some((source) => folded(source) === folded(lead.source))) return false;
  return how === "received" || stage_id === lead.stage_id;
}

const stepParts = (step: PlanStep) => {
  const { id, kind, day, minute, after, subject, words, due_minutes, files, sender_id, mail_id } = step;
  return JSON.stringify([id, kind, day, minute, after, subject, words, due_minutes, files, sender_id, mail_id]);
};

/** Whether nothing about a plan's steps changed. */
export const areSameSteps = (a: readonly PlanStep[], b: readonly PlanStep[]): boolean =>
  a.length === b.length && a.every((one, at) => stepParts(one) === stepParts(b[at] ?? one));

const fallbacks: Readonly<Record<PlanVariable, string>> = {
  first_name: "there",
  owner: "the team",
  vehicle: "vehicle you asked about",
  company_name: "",
  company_phone: "",
  location_name: "",
};

export interface PlanValues extends Readonly<Record<PlanVariable, string>> {
  readonly custom?: CustomVariables;
}

/** A step's words for one lead. */
export const filledWords = (words: string, { custom = {}, ...values }: PlanValues): string =>
  fillOwnVariables<PlanVariable>(words, values, fallbacks, custom);

/** A plan to begin with. */
export interface StarterPlan {
  readonly key: "internet" | "no_show" | "unsold";
  readonly name: string;
  readonly about: string;
  readonly starts: PlanStart;
  readonly kind: LeadKind | "";
  readonly end_task: string;
  readonly steps: readonly PlanStep[];
}

const step = (id: number, day: number, at: number | "after", more: Partial<PlanStep>): PlanStep => ({
  id,
  kind: "text",
  day,
  minute: at === "after" ? null : at,
  after: 0,
  subject: "",
  words: "",
  due_minutes: 0,
  files: [],
  sender_id: null,
  mail_id: null,
  ...more,
});
const hour = 60;

export const starterPlans: readonly StarterPlan[] = [
  {
    key: "internet",
    name: "New internet lead",
    about: "Seven steps over ten days for leads that come in",
    starts: "received",
    kind: "sales",
    end_task: "Keep or close this lead?",
    steps: [
      step(1, 1, "after", {
        words:
          "Hi %first_name%, this is %owner% at %company_name%. I'm checking on the %vehicle% for you. Still looking?",
      }),
      step(2, 1, "after", { kind: "task", after: 2 * hour, words: "Call about the %vehicle%", due_minutes: 30 }),
      step(3, 2, 9.5 * hour, {
        kind: "email",
        subject: "Your %vehicle%",
        words:
          "Hi %first_name%,\n\nThanks for asking about the %vehicle%. Reply to this email or call us at %company_phone%, and I'll send photos and numbers.\n\n%owner%\n%company_name%",
      }),
      step(4, 4, 16 * hour, {
        words:
          "Hi %first_name%, the %vehicle% is still here. Would Saturday morning or a weekday after 5 work for a short drive?",
      }),
      step(5, 6, 11 * hour, { kind: "task", words: "Second try: call about the %vehicle%", due_minutes: 4 * hour }),
      step(6, 8, 9.5 * hour, {
        kind: "email",
        subject: "Still looking?",
        words:
          "Hi %first_name%,\n\nIf the %vehicle% isn't quite right, tell me what would be, and I'll look for you.\n\n%owner%\n%company_name%",
      }),
      step(7, 10, 10 * hour, { words: "Should I keep an eye out for you, %first_name%, or close this?" }),
    ],
  },
  {
    key: "no_show",
    name: "No show",
    about: "Three steps to find another time",
    starts: "hand",
    kind: "",
    end_task: "Call about the missed visit",
    steps: [
      step(1, 1, "after", {
        after: 30,
        words: "Hi %first_name%, sorry we missed you today. What day works to see the %vehicle%? %owner%",
      }),
      step(2, 2, 10 * hour, { kind: "task", words: "Call to find another time", due_minutes: 2 * hour }),
      step(3, 4, 16 * hour, {
        words: "Hi %first_name%, I can set the %vehicle% aside for you. Is there a better day this week? %owner%",
      }),
    ],
  },
  {
    key: "unsold",
    name: "Unsold after a visit",
    about: "Four steps after someone came in and didn't buy",
    starts: "hand",
    kind: "sales",
    end_task: "Keep or close this lead?",
    steps: [
      step(1, 2, 10 * hour, {
        words: "Hi %first_name%, thanks for coming in yesterday. Any questions about the %vehicle%? %owner%",
      }),
      step(2, 3, 11 * hour, { kind: "task", words: "Call about the visit", due_minutes: 4 * hour }),
      step(3, 5, 9.5 * hour, {
        kind: "email",
        subject: "About your visit to %company_name%",
        words:
          "Hi %first_name%,\n\nThanks again for your visit. If anything about the %vehicle% held you back, tell me, and I'll see what we can do.\n\n%owner%\n%company_name%",
      }),
      step(4, 12, 16 * hour, {
        words: "Hi %first_name%, is the %vehicle% still on your list, or are you all set? %owner%",
      }),
    ],
  },
];
