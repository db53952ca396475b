import type { LocationScope } from "#core/people.ts";
import type { Unit } from "#core/server/unit.ts";
import { inboxEvents } from "../contract.ts";
import { mark } from "./chatStore.ts";

/** Takes the unreplied mark off a chat of the acting location; the whole team sees it at once. */
export async function markReplied({ db, tell }: Unit, { dealer_id }: LocationScope, chat_id: number): Promise<void> {
  if (await mark(db, dealer_id, chat_id, { is_replied: 1 })) tell(inboxEvents.chatChanged, { target_id: chat_id });
}
