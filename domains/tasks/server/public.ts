import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { taskEvents } from "../contract.ts";
import { insertByHand, type TaskFields } from "./store.ts";

export { endTask, reopenTask } from "./handlers.ts";
export { lockTask } from "./store.ts";

/** Adds a task that another domain makes for somebody, and notifies the assignee. @returns its id. */
export async function addTask(unit: UnitOfWork, { dealer_id, location_id }: LocationKey, task: TaskFields) {
  const location = { dealer_id, location_id };
  const id = await insertByHand(unit.db, { ...location, ...task, created_at: unit.now(), created_by: null });
  unit.publish(taskEvents.changed, { target_id: id }, location);
  if (task.assigned_to === null) return id;
  const news = { kind: "task", title: "New task", text: task.description, chat_id: null } as const;
  await notify(unit, { ...location, user_ids: [task.assigned_to] }, news);
  return id;
}
