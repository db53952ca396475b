import type { Unit } from "#core/server/unit.ts";
import type { HandOver, Work } from "#domains/team/server/public.ts";
import { tellOfTasks } from "./settle.ts";
import { giveOpenTasks } from "./store.ts";

/** Hands over a member's open tasks; ended ones stay theirs. */
export const taskWork: Work = { what: "task", handOver: handOverTasks };

async function handOverTasks(unit: Unit, change: HandOver): Promise<number> {
  const locations = await giveOpenTasks(unit.db, change);
  tellOfTasks(unit, locations);
  return locations.length;
}
