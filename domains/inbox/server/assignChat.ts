import { found } from "#core/failure.ts";
import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { assign } from "../assignment/server/store.ts";
import { inboxEvents } from "../contract.ts";
import { lockChat } from "./chatStore.ts";

/** Assigns a chat to a member, or to nobody. Returns true when that changed. */
export async function assignChat(unit: Unit, scope: Place, id: number, assigned_to: number | null): Promise<boolean> {
  found(await lockChat(unit.db, scope, id));
  const changed = await assign(unit.db, scope.dealer_id, id, assigned_to);
  if (changed) unit.tell(inboxEvents.chatChanged, { target_id: id }, scope);
  return changed;
}
