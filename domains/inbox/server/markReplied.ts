import type { LocationScope } from "#core/people.ts";
import type { Unit } from "#core/server/unit.ts";
import { inboxEvents } from "../contract.ts";
import { markAnswered } from "./chatStateStore.ts";

/** Marks a chat of the acting location as replied and notifies the team's browsers. */
export async function markReplied(
  { db, tell: publish }: Unit,
  { dealer_id }: LocationScope,
  chat_id: number,
): Promise<void> {
  if (await markAnswered(db, dealer_id, chat_id)) publish(inboxEvents.chatChanged, { target_id: chat_id });
}
