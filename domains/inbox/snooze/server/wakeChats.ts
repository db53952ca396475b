import type { Server } from "#core/server/serve.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { wakeDueChats } from "./store.ts";

/**
 * Brings back every chat whose snooze is over, and notifies its location's browsers. One statement clears what is due, so
 * a second run at the same moment, on another server, finds nothing.
 */
export async function wakeChats({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("wake snoozed chats", async ({ db, now, publish }) => {
    for (const { id, ...location } of await wakeDueChats(db, now()))
      publish(inboxEvents.chatChanged, { target_id: id }, location);
  });
}
