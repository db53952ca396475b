import { found } from "#core/failure.ts";
import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { assign } from "./chatStateStore.ts";
import { lockChat } from "./chatStore.ts";

/** Makes a chat a member's, or nobody's. True when it was not so. */
export async function assignChat(unit: Unit, place: Place, id: number, assigned_to: number | null): Promise<boolean> {
  found(await lockChat(unit.db, place, id));
  const isNew = await assign(unit.db, place.dealer_id, id, assigned_to);
  if (isNew) unit.tell(inboxEvents.chatChanged, { target_id: id }, place);
  return isNew;
}
