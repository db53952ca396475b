import type { Db } from "#core/server/unitOfWork.ts";

// A row of the log of texts comes with its message, by a trigger.

/** Takes a message out of the log of texts: no phone sent it. */
export async function removeLoggedText(db: Db, dealer_id: number, message_id: number): Promise<void> {
  await db.deleteFrom("logged_texts").where("dealer_id", "=", dealer_id).where("message_id", "=", message_id).execute();
}

/** Says in the log of texts that a message invites its reader to leave a review. */
export async function logAsInvite(db: Db, dealer_id: number, message_id: number): Promise<void> {
  await db
    .updateTable("logged_texts")
    .set({ type: "invite" })
    .where("dealer_id", "=", dealer_id)
    .where("message_id", "=", message_id)
    .execute();
}
