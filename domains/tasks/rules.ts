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

/** Seconds of business after which a customer who waits for an answer makes a task. */
export const patience = 30 * minute;

/** Seconds of business in which a rule's task is to be done, counted from what it is about. */
export const dueWithin = { unreplied: hour, missed_call: 30 * minute, no_show: 9 * hour } as const;

/** What a rule is for, as its switch says it. */
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

/** What a rule's task says, in words; `title` is the appointment's. */
export const descriptions = {
  unreplied: () => "Answer: the customer has waited for 30 minutes",
  missed_call: (hasVoicemail: boolean) =>
    hasVoicemail ? "Call back: they left a voicemail" : "Call back: nobody took the call",
  no_show: (title: string) => `Find a new time: they did not come to “${title}”`,
  unconfirmed: (title: string, at: string) => `Ask whether “${title}” on ${at} holds`,
};

/** Acts that did what the task asks for; after all others it is not needed any more. */
const deeds: readonly TaskEnding[] = ["answered", "cleared", "appointment", "confirmed"];

/** What becomes of a task that ends by such an act. */
export function stateAfter(ending: Exclude<TaskEnding, "hand">): "done" | "dropped" {
  return deeds.includes(ending) ? "done" : "dropped";
}

const endings: Record<TaskEnding, (by: string) => string> = {
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

/** How a task ended, in words; empty while it is open. */
export function endingOf({ ended_how, ended_by }: Pick<Task, "ended_how" | "ended_by">): string {
  return ended_how === "" ? "" : endings[ended_how](ended_by);
}

const aDay = 86_400_000;
/** Days ahead for which a task may be planned. */
export const latestDays = 5 * 366;

/** What is wrong with a time by which something is to be done, in words; empty when nothing is. */
export function dueProblem(due_at: Date, now: Date): string {
  if (Number.isNaN(due_at.getTime())) return "Please choose by when it is to be done";
  if (due_at.getTime() <= now.getTime() - 60_000) return "This time is over. Please choose one that is still to come";
  return due_at.getTime() - now.getTime() > latestDays * aDay ? "Please choose a time within five years" : "";
}

/** When a new task is due unless somebody chooses: in a day, at the full hour. */
export function dueSuggestion(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + aDay) / 3_600_000) * 3_600_000);
}
