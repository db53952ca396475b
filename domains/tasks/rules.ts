import { lowReviewText } from "#domains/reputation/reviews/rules.ts";
import type { Task, TaskEnding, TaskRule, TaskRules, TaskStatus, TaskView } from "./contract.ts";

export const statusNames: Record<TaskStatus, string> = {
  open: "Open",
  overdue: "Overdue",
  done: "Done",
  dropped: "Dismissed",
};

export const viewNames: Record<TaskView, string> = { mine: "Mine", all: "All open", done: "Done" };

const minute = 60;
const hour = 60 * minute;

/** Business seconds from a rule's cause until its task is due. */
export const dueWithin = {
  no_show: 9 * hour,
  reschedule: hour,
  outcome: 9 * hour,
  review: 9 * hour,
} as const;

/** Seconds after the end of an appointment until someone is asked how it went. */
export const outcomeAfter = hour;

/** The texts of the rules' switches. */
export const ruleTexts: Record<TaskRule, { readonly label: string; readonly about: string }> = {
  no_show: {
    label: "No show",
    about: "Created when an appointment is marked no show, due within a business day. Closes when a new one is booked.",
  },
  unconfirmed: {
    label: "Appointment tomorrow not confirmed",
    about: "Created when you open on the business day before, due when you close. Closes when it's confirmed.",
  },
  reschedule: {
    label: "Customer wants another time",
    about: "Created when a customer replies R to a reminder, due in an hour of business hours. Closes when it's moved.",
  },
  outcome: {
    label: "Appointment without an outcome",
    about: "Asks the host an hour after the end, due within a business day. Closes when the outcome is recorded.",
  },
  review: {
    label: "Low review",
    about:
      "Created when a review with few stars arrives, due within a business day. Closes when someone replies to it.",
  },
};

/** What holds where no one has changed the rules. */
export const allRulesOn: TaskRules = {
  no_show: 1,
  unconfirmed: 1,
  reschedule: 1,
  outcome: 1,
  review: 1,
};

/** The descriptions of rules' tasks; `title` is the appointment's. */
export const descriptions = {
  no_show: (title: string) => `Reschedule: no show for “${title}”`,
  unconfirmed: (title: string, at: string) => `Confirm “${title}” on ${at}`,
  reschedule: (title: string, at: string) => `Find another time: customer can't make “${title}” on ${at}`,
  outcome: (customer: string, title: string) => `Did ${customer || "the customer"} show up for “${title}”?`,
  review: (review: { readonly rating: number | null; readonly site: string }, isCustomer: boolean) =>
    `${isCustomer ? "Call about" : "Reply to"} a ${lowReviewText(review)}`,
};

/** Endings that fulfill the task; all others make it unnecessary. */
const fulfillingEndings: readonly TaskEnding[] = [
  "answered",
  "cleared",
  "appointment",
  "confirmed",
  "rescheduled",
  "outcome",
];

/** The final state of a task after an automatic ending. */
export function stateAfter(ending: Exclude<TaskEnding, "hand">): "done" | "dropped" {
  return fulfillingEndings.includes(ending) ? "done" : "dropped";
}

const endingTexts: Record<TaskEnding, (by: string) => string> = {
  hand: (by) => (by ? `by ${by}` : ""),
  answered: (by) => `${by || "Someone"} replied`,
  cleared: () => "Marked as replied",
  closed: () => "Conversation closed",
  gone: () => "The customer, appointment or review was deleted",
  appointment: (by) => `${by || "Someone"} booked a new appointment`,
  confirmed: (by) => `${by || "The customer"} confirmed the appointment`,
  rescheduled: () => "Appointment moved",
  outcome: () => "Outcome recorded",
  moved: () => "Appointment status changed",
  past: () => "Appointment time reached",
  settled: () => "The review needs no reply",
  raised: () => "The review is no longer low",
  next: () => "Moved to Next",
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
  if (Number.isNaN(due_at.getTime())) return "Select a due date and time";
  if (due_at.getTime() <= now.getTime() - 60_000) return "This time has passed. Select one in the future";
  return due_at.getTime() - now.getTime() > maxDaysAhead * aDay ? "Select a time within five years" : "";
}

/** The default due time of a new task: in a day, on the hour. */
export function dueSuggestion(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + aDay) / 3_600_000) * 3_600_000);
}
