import type { LocationScope } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { markAnswered } from "#domains/inbox/server/chatStateStore.ts";

/** Marks a chat of the acting location as replied and notifies the team's browsers. */
export async function markReplied(
  { db, publish }: UnitOfWork,
  { dealer_id }: LocationScope,
  chat_id: number,
): Promise<void> {
  if (await markAnswered(db, dealer_id, chat_id)) publish(inboxEvents.chatChanged, { target_id: chat_id });
}
