import type { Task, TaskEnding, TaskRule, TaskStatus, TaskView } from "./contract.ts";

export const statusNames: Record<TaskStatus, string> = {
  open: "Open",
  overdue: "Overdue",
  done: "Done",
  dropped: "Not needed any more",
};

export const viewNames: Record<TaskView, string> = { mine: "Mine", all: "All open", done: "Done" };

const minute = 60;
const hour = 60 * minute;

/** Business seconds until an unanswered customer becomes a task. */
export const unrepliedAfter = 30 * minute;

/** Business seconds from a rule's cause until its task is due. */
export const dueWithin = { unreplied: hour, missed_call: 30 * minute, no_show: 9 * hour } as const;

/** The texts of the rules' switches. */
export const ruleTexts: Record<TaskRule, { readonly label: string; readonly about: string }> = {
  unreplied: {
    label: "A customer waits for an answer",
    about: "Made after 30 minutes of business hours, due after 60. An answer ends it.",
  },
  missed_call: {
    label: "Nobody took a call",
    about: "Made at once, due after 30 minutes of business hours. An answer to the customer ends it.",
  },
  no_show: {
    label: "A customer did not show up",
    about: "Made when an appointment becomes a no show, due within a business day. A new appointment ends it.",
  },
  unconfirmed: {
    label: "Tomorrow's appointment is not confirmed",
    about: "Made when the location opens on the business day before, due when it closes. Confirming ends it.",
  },
};

/** The descriptions of rules' tasks; `title` is the appointment's. */
export const descriptions = {
  unreplied: () => "Answer: the customer has waited for 30 minutes",
  missed_call: (hasVoicemail: boolean) =>
    hasVoicemail ? "Call back: they left a voicemail" : "Call back: nobody took the call",
  no_show: (title: string) => `Find a new time: they did not come to “${title}”`,
  unconfirmed: (title: string, at: string) => `Ask whether “${title}” on ${at} holds`,
};

/** Endings that fulfill the task; all others make it unnecessary. */
const fulfillingEndings: readonly TaskEnding[] = ["answered", "cleared", "appointment", "confirmed"];

/** The final state of a task after an automatic ending. */
export function stateAfter(ending: Exclude<TaskEnding, "hand">): "done" | "dropped" {
  return fulfillingEndings.includes(ending) ? "done" : "dropped";
}

const endingTexts: Record<TaskEnding, (by: string) => string> = {
  hand: (by) => (by ? `by ${by}` : ""),
  answered: (by) => `${by || "Somebody"} answered`,
  cleared: () => "Marked as replied",
  closed: () => "The chat was closed",
  gone: () => "What it was about is gone",
  appointment: (by) => `${by || "Somebody"} made a new appointment`,
  confirmed: (by) => `${by || "Somebody"} noted that it holds`,
  moved: () => "The appointment was moved to another status",
  past: () => "The time of the appointment has come",
};

/** How a task ended, as text; empty while open. */
export function endingText({ ended_how, ended_by }: Pick<Task, "ended_how" | "ended_by">): string {
  return ended_how === "" ? "" : endingTexts[ended_how](ended_by);
}

const aDay = 86_400_000;
/** The latest due time, in days from now. */
export const maxDaysAhead = 5 * 366;

/** The error for an invalid due time; empty when valid. */
export function dueProblem(due_at: Date, now: Date): string {
  if (Number.isNaN(due_at.getTime())) return "Please choose by when it is to be done";
  if (due_at.getTime() <= now.getTime() - 60_000) return "This time is over. Please choose one that is still to come";
  return due_at.getTime() - now.getTime() > maxDaysAhead * aDay ? "Please choose a time within five years" : "";
}

/** The default due time of a new task: in a day, on the hour. */
export function dueSuggestion(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + aDay) / 3_600_000) * 3_600_000);
}
