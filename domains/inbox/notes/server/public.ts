import type { Db } from "#core/server/unitOfWork.ts";

/** Moves a chat's notes to another chat, deleted ones included; returns their ids. */
export async function moveNotes(db: Db, dealer_id: number, from: number, into: number): Promise<number[]> {
  const notes = db.updateTable("chat_notes").set({ chat_id: into }).where("dealer_id", "=", dealer_id);
  const moved = await notes.where("chat_id", "=", from).returning("id").execute();
  return moved.map(({ id }) => id);
}

/** Moves these notes to a chat. */
export async function moveNotesBack(db: Db, dealer_id: number, ids: readonly number[], into: number): Promise<void> {
  if (ids.length === 0) return;
  const notes = db.updateTable("chat_notes").set({ chat_id: into }).where("dealer_id", "=", dealer_id);
  await notes.where("id", "in", ids).execute();
}
