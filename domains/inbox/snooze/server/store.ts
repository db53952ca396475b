import type { Db } from "#core/server/unitOfWork.ts";

/** Snoozes an open chat, or ends its snooze. Returns true when that changed it. */
export async function setSnooze(db: Db, dealer_id: number, id: number, snoozed_until: Date | null): Promise<boolean> {
  const chat = db.updateTable("chats").set({ snoozed_until }).where("dealer_id", "=", dealer_id).where("id", "=", id);
  const changed = await chat.where("snoozed_until", "is distinct from", snoozed_until).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Every business's chats whose snooze is over, woken: each comes back on top, as if it had just been written in. */
export async function wakeDueChats(db: Db, now: Date) {
  return db
    .updateTable("chats")
    .set({ snoozed_until: null, chat_time: now })
    .where("snoozed_until", "<=", now)
    .returning(["id", "dealer_id", "location_id"])
    .execute();
}
