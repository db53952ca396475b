import type { Server } from "#core/server/serve.ts";
import { makeTasks } from "./makeTasks.ts";
import { settle } from "./settle.ts";

/** Ends fulfilled tasks of all businesses, then creates the rules' tasks. */
export async function sweep({ within }: Server): Promise<void> {
  await within.platform("end tasks", (unit) => settle(unit));
  await within.platform("make tasks", makeTasks);
}
