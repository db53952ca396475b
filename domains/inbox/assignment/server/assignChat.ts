import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { recordChatEvent } from "#domains/inbox/timeline/server/public.ts";
import { assign } from "./store.ts";

/** Assigns a chat to a member, or to nobody, and says so in its log. Returns true when that changed. */
export async function assignChat(
  unit: UnitOfWork,
  scope: LocationKey,
  id: number,
  assigned_to: number | null,
  user_id: number,
): Promise<boolean> {
  orNotFound(await lockChat(unit.db, scope, id));
  const changed = await assign(unit.db, scope.dealer_id, id, assigned_to);
  if (changed) {
    await recordChatEvent(unit, scope, { chat_ids: [id], kind: "assigned", assigned_to, user_id });
    unit.publish(inboxEvents.chatChanged, { target_id: id }, scope);
  }
  return changed;
}
