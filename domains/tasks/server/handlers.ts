import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { requireCustomer } from "#domains/customers/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { requireMember } from "#domains/team/server/public.ts";
import { type TaskDraft, taskEvents, type tasks } from "../contract.ts";
import { dueProblem } from "../rules.ts";
import {
  changeTask,
  countOpen,
  insertByHand,
  lockTask,
  readRules,
  saveRules,
  type TaskFields,
  taskRows,
} from "./store.ts";
import { endFinishedTasks } from "./sweepTasks.ts";

export const taskHandlers: Handlers<typeof tasks> = {
  async table({ db, scope, who, now }, { body }) {
    const { customer_id } = body;
    const everyone = taskRows(db, scope, now());
    const rows = customer_id === undefined ? everyone : everyone.where("customers.id", "=", customer_id);
    const open = rows.where("tasks.state", "=", "open");
    const views = {
      all: open,
      mine: open.where("tasks.assigned_to", "=", who.user_id),
      done: rows.where("tasks.state", "<>", "open"),
    };
    const page = await tablePage(db, views[body.show], body, {
      sortable: ["id", "due_at", "customer_name", "sales_rep", "bdc_rep", "assignee", "description", "status_name"],
      texts: ["customer_name", "sales_rep", "bdc_rep", "assignee", "description"],
      searchable: ["customer_words", "sales_rep", "bdc_rep", "assignee", "description", "status_name"],
      order:
        body.show === "done"
          ? [
              ["ended_at", "desc"],
              ["id", "desc"],
            ]
          : [
              ["due_at", "asc"],
              ["id", "asc"],
            ],
    });
    return { ...page, rows: page.rows.map(({ customer_words: _, ...row }) => row) };
  },

  counts: ({ db, scope, who, now }) => countOpen(db, scope, who.user_id, now()),

  async add(context, { body }) {
    const { db, scope, who, now, publish } = context;
    const { dealer_id, location_id } = scope;
    const fields = await fieldsOf(context, body);
    const made = { dealer_id, location_id, created_at: now(), created_by: who.user_id };
    const id = await insertByHand(db, { ...fields, ...made });
    publish(taskEvents.changed, { target_id: id });
    await notifyAssignee(context, fields);
    return { id };
  },

  async update(context, { params: { id }, body }) {
    const { db, scope, publish } = context;
    const before = await openTask(context, id);
    const fields = await fieldsOf(context, body, before.due_at);
    await changeTask(db, scope, id, fields);
    publish(taskEvents.changed, { target_id: id });
    if (fields.assigned_to !== before.assigned_to) await notifyAssignee(context, fields);
    return { id };
  },

  async assign(context, { params: { id }, body }) {
    const { db, scope, publish } = context;
    const before = await openTask(context, id);
    const assigned_to = await assigneeOf(context, body.user_id);
    if (assigned_to === before.assigned_to) return { id };
    await changeTask(db, scope, id, { assigned_to });
    publish(taskEvents.changed, { target_id: id });
    await notifyAssignee(context, { ...before, assigned_to });
    return { id };
  },

  complete: (context, { params: { id } }) => endTask(context, id, "done"),

  drop: (context, { params: { id } }) => endTask(context, id, "dropped"),

  reopen: (context, { params: { id } }) => reopenTask(context, id, { is_held: 1 }),

  async remove({ db, scope, now, audit, publish }, { params: { id } }) {
    const { rule, customer_id } = orNotFound(await lockTask(db, scope, id));
    await changeTask(db, scope, id, { deleted_at: now() });
    await audit({ action: "deleted", subject: "task", subject_id: id, detail: { rule, customer_id } });
    publish(taskEvents.changed, { target_id: id });
    return { id };
  },

  async settle(context) {
    const { dealer_id, location_id } = context.scope;
    return { ended: await endFinishedTasks(context, { dealer_id, location_id }) };
  },

  rules: ({ db, scope }) => readRules(db, scope),

  async changeRules({ db, scope, audit }, { body }) {
    await saveRules(db, scope, body);
    await audit({ action: "changed", subject: "task rules", subject_id: scope.location_id, detail: { ...body } });
    return body;
  },
};

async function openTask({ db, scope }: StaffContext, id: number) {
  const task = orNotFound(await lockTask(db, scope, id));
  if (task.state !== "open") throw new Failure("conflict", "This task is closed. Reopen it to make changes.");
  return task;
}

/** Ends a task of the acting location by hand. */
export async function endTask({ db, scope, who, now, publish }: StaffContext, id: number, state: "done" | "dropped") {
  const before = orNotFound(await lockTask(db, scope, id));
  if (before.state === state) return { id };
  await changeTask(db, scope, id, { state, ended_at: now(), ended_by: who.user_id, ended_how: "hand" });
  publish(taskEvents.changed, { target_id: id });
  return { id };
}

/** Reopens a task of the acting location; one that is held no longer ends by itself. */
export async function reopenTask({ db, scope, publish }: StaffContext, id: number, how: { readonly is_held?: 1 } = {}) {
  const { state } = orNotFound(await lockTask(db, scope, id));
  if (state === "open") return { id };
  await changeTask(db, scope, id, { state: "open", ended_at: null, ended_by: null, ended_how: "", ...how });
  publish(taskEvents.changed, { target_id: id });
  return { id };
}

/** Validates a draft at the acting location. An unchanged due time, `was`, may be in the past. */
async function fieldsOf(context: StaffContext, draft: TaskDraft, previousDue?: Date): Promise<TaskFields> {
  const { db, scope, now } = context;
  const { description, customer_id } = draft;
  const customer = customer_id === undefined ? undefined : await requireCustomer(db, scope, customer_id);
  const due_at = new Date(draft.due_at);
  const problem = due_at.getTime() === previousDue?.getTime() ? "" : dueProblem(due_at, now());
  if (problem) throw invalidField("due_at", problem);
  const assigned_to = await assigneeOf(context, draft.user_id);
  return { description, customer_id: customer?.id ?? null, assigned_to, due_at };
}

async function assigneeOf({ db, scope }: StaffContext, user_id: number | undefined): Promise<number | null> {
  if (user_id === undefined) return null;
  return (await requireMember(db, scope, "user_id", user_id)).id;
}

/** Notifies the assignee, unless it is the caller. */
async function notifyAssignee(
  context: StaffContext,
  task: Pick<TaskFields, "assigned_to" | "description">,
): Promise<void> {
  const { scope, who } = context;
  const { assigned_to, description } = task;
  if (assigned_to === null || assigned_to === who.user_id) return;
  const title = `${who.first_name} ${who.last_name}`.trim();
  const notification = {
    kind: "task",
    title: `${title} assigned you a task`,
    text: description,
    chat_id: null,
  } as const;
  await notify(context, { ...scope, user_ids: [assigned_to] }, notification);
}
