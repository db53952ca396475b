import type { Server } from "#core/server/serve.ts";
import { endFinishedTasks, publishTaskChanges } from "./endFinishedTasks.ts";
import { makeTasks } from "./makeTasks.ts";
import { followReviews } from "./reviewStore.ts";

/** Ends fulfilled tasks of all businesses, then creates the rules' tasks. */
export async function sweepTasks({ within }: Server): Promise<void> {
  await within.platform("end tasks", (unit) => endFinishedTasks(unit));
  await within.platform("make tasks", makeTasks);
  await within.platform("follow reviews", async (unit) => publishTaskChanges(unit, await followReviews(unit.db)));
}
