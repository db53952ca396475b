import type { Unit } from "#core/server/unit.ts";
import type { HandOver, Work } from "#domains/team/server/public.ts";
import { tellOfTasks } from "./settle.ts";
import { giveOpenTasks } from "./store.ts";

/** A colleague's open tasks become another's; what has ended stays as it was. */
export const taskWork: Work = { what: "task", handOver: handOverTasks };

async function handOverTasks(unit: Unit, given: HandOver): Promise<number> {
  const places = await giveOpenTasks(unit.db, given);
  tellOfTasks(unit, places);
  return places.length;
}
