import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalId, required, sent, sentFlag } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";

/** The rules that create tasks automatically. */
export const taskRules = ["no_show", "unconfirmed", "reschedule", "outcome", "review"] as const;
export type TaskRule = (typeof taskRules)[number];

/** What created a task: a person (`hand`), or a rule. The last two create none anymore: who waits is in Next. */
export const taskOrigins = ["hand", ...taskRules, "unreplied", "missed_call"] as const;

/** `overdue`: open past its due time; `dropped`: no longer needed. */
export const taskStatuses = ["open", "overdue", "done", "dropped"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/**
 * How a task ended. `hand`: a person ended it; `cleared`: the chat was marked as replied; `past`: the time has passed;
 * `settled`: the review needs no reply; `raised`: it is no longer low; `next`: Next has it.
 */
export const taskEndings = [
  "hand",
  "answered",
  "cleared",
  "closed",
  "gone",
  "appointment",
  "confirmed",
  "rescheduled",
  "outcome",
  "moved",
  "past",
  "settled",
  "raised",
  "next",
] as const;
export type TaskEnding = (typeof taskEndings)[number];

/** `mine`: open ones assigned to the caller; `all`: every open one; `done`: all that ended, either way. */
export const taskViews = ["mine", "all", "done"] as const;
export type TaskView = (typeof taskViews)[number];

export const Task = z.object({
  id: Id,
  description: z.string(),
  due_at: Instant,
  /** Null, with an empty name, for a task without a customer. */
  customer_id: z.nullable(Id),
  customer_name: z.string(),
  /** The conversation with the customer, if any. */
  chat_id: z.nullable(Id),
  /** The chat's member. */
  sales_rep: z.string(),
  /** The member who wrote to the customer last. */
  bdc_rep: z.string(),
  /** Null: unassigned. */
  assigned_to: z.nullable(Id),
  /** The assignee's name; empty when unassigned. */
  assignee: z.string(),
  status: z.enum(taskStatuses),
  rule: z.enum(taskOrigins),
  created_at: Instant,
  /** The member who created it; empty for a rule's task. */
  created_by: z.string(),
  ended_at: z.nullable(Instant),
  /** The appointment that a rule created it about; null for other tasks. */
  appointment_id: z.nullable(Id),
  /** The member whose action ended it; empty while open, or when no member did. */
  ended_by: z.string(),
  ended_how: z.enum(["", ...taskEndings]),
});
export type Task = z.infer<typeof Task>;

export const TaskDraft = z.object({
  description: required("Enter a task", 500),
  customer_id: optionalId,
  /** A member of the location; unassigned when omitted. */
  user_id: optionalId,
  /** An instant in ISO 8601, with its zone. */
  due_at: z.pipe(
    z.transform((value: Date | string | undefined) =>
      value instanceof Date ? value.toISOString() : String(value ?? ""),
    ),
    z.iso.datetime({ offset: true, error: "Select a due date and time" }),
  ),
});
export type TaskDraft = z.infer<typeof TaskDraft>;

/** Replaces every field; empty ids mean no customer and no one. */
const TaskChange = z.extend(TaskDraft, { customer_id: sent(optionalId), user_id: sent(optionalId) });

/** Which rules are on, 1 or 0, at the acting location. */
export const TaskRules = z.object({
  no_show: sentFlag,
  unconfirmed: sentFlag,
  reschedule: sentFlag,
  outcome: sentFlag,
  review: sentFlag,
});
export type TaskRules = z.infer<typeof TaskRules>;

const one = { params: z.object({ id: Id }), data: z.object({ id: Id }) };

export const tasks = calls("tasks", {
  table: {
    method: "POST",
    path: "/tasks/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's tasks, page by page: the caller's open ones, all open ones, or those that ended; of one customer with customer_id.",
    table: true,
    body: z.object({
      show: z._default(z.enum(taskViews, { error: "Select a view from the list" }), "all"),
      /** One customer's tasks only. */
      customer_id: optionalId,
    }),
    data: Task,
  },
  counts: {
    method: "GET",
    path: "/tasks/counts",
    allow: staff,
    supportAccess: "reads",
    about: "Counts the location's open tasks, the caller's own, and those overdue.",
    data: z.object({ mine: z.number(), all: z.number(), overdue: z.number(), mine_overdue: z.number() }),
  },
  add: {
    method: "POST",
    path: "/tasks/add",
    allow: staff,
    audit: "own rows",
    about: "Adds a task, with or without a customer, for a member or unassigned.",
    body: TaskDraft,
    data: z.object({ id: Id }),
    successMessage: "Task created",
  },
  update: {
    method: "POST",
    path: "/tasks/update/{id}",
    allow: staff,
    audit: "none: the whole team keeps open tasks right, all day",
    about: "Changes an open task; every field is replaced.",
    ...one,
    body: TaskChange,
    successMessage: "Task updated",
  },
  assign: {
    method: "POST",
    path: "/tasks/assign/{id}",
    allow: staff,
    audit: "none: the new assignee is told who gave them the task",
    about: "Assigns an open task to a member of the location, or to no one.",
    ...one,
    body: z.object({ user_id: sent(optionalId) }),
    successMessage: "Task assigned",
  },
  complete: {
    method: "POST",
    path: "/tasks/complete/{id}",
    allow: staff,
    audit: "own rows",
    about: "Marks a task done.",
    ...one,
    successMessage: "Task done",
  },
  drop: {
    method: "POST",
    path: "/tasks/drop/{id}",
    allow: staff,
    audit: "own rows",
    about: "Dismisses a task that is no longer needed.",
    ...one,
    successMessage: "Task dismissed",
  },
  reopen: {
    method: "POST",
    path: "/tasks/reopen/{id}",
    allow: staff,
    audit: "none: the task is back among the open ones, and says that it ends by hand",
    about: "Reopens a task. It no longer closes automatically.",
    ...one,
    successMessage: "Task reopened",
  },
  remove: {
    method: "DELETE",
    path: "/tasks/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a task. Its rule doesn't create it again.",
    ...one,
    successMessage: "Task deleted",
  },
  settle: {
    method: "POST",
    path: "/tasks/settle",
    allow: staff,
    audit: "none: the act that ended a task has its own row",
    about: "Closes the location's tasks that have been taken care of. Also runs automatically every minute.",
    data: z.object({ ended: z.number() }),
  },
  rules: {
    method: "GET",
    path: "/tasks/rules",
    allow: managers,
    supportAccess: "reads",
    about: "The acting location's rules for automatic tasks.",
    data: TaskRules,
  },
  changeRules: {
    method: "POST",
    path: "/tasks/rules",
    allow: managers,
    audit: "trail",
    about: "Turns task rules on and off at the acting location. Open tasks stay.",
    body: TaskRules,
    data: TaskRules,
    successMessage: "Rules saved",
  },
});

export const taskEvents = events({
  changed: {
    event: "task-changed",
    to: "location",
    about: "Tasks were created, changed, assigned, closed or deleted. target_id is the task, or null for several.",
    payload: z.object({ target_id: z.nullable(Id) }),
  },
});
