import type { Server } from "#core/server/serve.ts";
import { makeTasks } from "./makeTasks.ts";
import { settle } from "./settle.ts";

/** Looks after the tasks of all businesses: ends what an act has done, then makes what the rules ask for. */
export async function sweep({ within }: Server): Promise<void> {
  await within.platform("end tasks", (unit) => settle(unit));
  await within.platform("make tasks", makeTasks);
}
