import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { confirmChatOf } from "./websiteStore.ts";

/**
 * Notes that whoever wrote a website's message holds its phone. The chat stays marked when somebody else wrote in the
 * phone's name after that.
 */
export async function confirmFromWebsite(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  message_id: number,
  writtenAt: Date,
): Promise<void> {
  const target_id = await confirmChatOf(unit.db, dealer_id, message_id, writtenAt);
  if (target_id !== undefined) unit.publish(inboxEvents.chatChanged, { target_id }, { dealer_id, location_id });
}
