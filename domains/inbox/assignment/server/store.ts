import type { Db } from "#core/server/unitOfWork.ts";

/** Assigns a chat to a member, or to nobody. Returns true when that changed it. */
export async function assign(db: Db, dealer_id: number, id: number, assigned_to: number | null): Promise<boolean> {
  const chat = db.updateTable("chats").set({ assigned_to }).where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await chat.where("assigned_to", "is distinct from", assigned_to).executeTakeFirst()).numUpdatedRows > 0n;
}
