import type { LocationScope } from "#core/people.ts";
import type { Unit } from "#core/server/unit.ts";
import { inboxEvents } from "../contract.ts";
import { markAnswered } from "./chatStateStore.ts";

/** Takes the unreplied mark off a chat of the acting location; the whole team sees it at once. */
export async function markReplied({ db, tell }: Unit, { dealer_id }: LocationScope, chat_id: number): Promise<void> {
  if (await markAnswered(db, dealer_id, chat_id)) tell(inboxEvents.chatChanged, { target_id: chat_id });
}
