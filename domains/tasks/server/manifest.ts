import { sql } from "kysely";
import { callGroup, type DomainManifest, type HandOverRequest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { taskEvents, tasks } from "../contract.ts";
import { taskHandlers } from "./handlers.ts";
import { countOpenAbout, dismissAbout, reassignOpenTasks, reopenDismissed } from "./store.ts";
import { publishTaskChanges, taskWorkers } from "./sweepTasks.ts";

/** The open tasks about customers; deleting the customer may dismiss them. */
const openTasks: CustomerWork = {
  what: "open task",
  count: countOpenAbout,

  async cancel({ db, now, publish }, location, customer_ids, user_id) {
    const dismissed = await dismissAbout(db, location, customer_ids, { ended_at: now(), ended_by: user_id });
    if (dismissed.length > 0) publish(taskEvents.changed, { target_id: null }, location);
    return dismissed.map(({ id, customer_id }) => ({ customer_id, record: id }));
  },

  async restore({ db, publish }, location, records) {
    await reopenDismissed(db, location, records.map(Number));
    publish(taskEvents.changed, { target_id: null }, location);
  },
};

const aboutThem = ({ customer_ids, chat_ids }: Person) =>
  sql`customer_id = any(${[...customer_ids]}::bigint[]) or chat_id = any(${[...chat_ids]}::bigint[])`;

/** A task stays, so that its rule doesn't make it again. */
const taskPersonRecords: PersonRecords = {
  tables: [
    {
      table: "tasks",
      rows: aboutThem,
      erase: sql`description = '', deleted_at = coalesce(deleted_at, now())`,
      mentions: ["description"],
    },
  ],
};

export const tasksManifest: DomainManifest = {
  name: "tasks",
  calls: [callGroup(tasks, taskHandlers)],
  workers: taskWorkers,
  customerWork: [openTasks],
  handOvers: [{ what: "task", handOver: handOverTasks }],
  person: taskPersonRecords,
  tables: ["tasks", "task_rules"],
  reads: [
    "users",
    "appointments",
    "appointment_end",
    "customers",
    "chats",
    "messages",
    "reviews",
    "review_assignees",
    "review_invites",
    "review_replies",
    "review_settings",
    "review_sites",
  ],
};

/** Reassigns a departing member's open tasks; ended ones stay theirs. */
async function handOverTasks(unit: UnitOfWork, request: HandOverRequest): Promise<number> {
  const locations = await reassignOpenTasks(unit.db, request);
  publishTaskChanges(unit, locations);
  return locations.length;
}
