import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Who writes a note, and the app's own id of it; null without one. */
export interface NoteKey {
  readonly chat_id: number;
  readonly user_id: number;
  readonly client_id: string | null;
}

export interface NewNote extends NoteKey {
  readonly note: string;
  readonly created_at: Date;
}

export async function insertNote(db: Db, { dealer_id, location_id }: LocationScope, note: NewNote): Promise<number> {
  const insert = db.insertInto("chat_notes").values({ dealer_id, location_id, ...note });
  return (await insert.returning("id").executeTakeFirstOrThrow()).id;
}

/** The note that a repeated request added before, deleted or not. */
export async function noteByClientId(db: Db, { dealer_id }: LocationScope, { chat_id, user_id, client_id }: NoteKey) {
  if (client_id === null) return undefined;
  return db
    .selectFrom("chat_notes")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("user_id", "=", user_id)
    .where("client_id", "=", client_id)
    .select(["id", "note", "created_at as created_date"])
    .executeTakeFirst();
}

function selectNotes(db: Db, { dealer_id }: LocationScope, chat_id: number) {
  return db
    .selectFrom("chat_notes")
    .where("chat_notes.dealer_id", "=", dealer_id)
    .where("chat_notes.chat_id", "=", chat_id)
    .where("chat_notes.deleted_at", "is", null);
}

/** A chat's notes with their authors, newest first. */
export async function notesOf(db: Db, scope: LocationScope, chat_id: number) {
  return selectNotes(db, scope, chat_id)
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "chat_notes.dealer_id").onRef("users.id", "=", "chat_notes.user_id"),
    )
    .select(["chat_notes.id", "chat_notes.note", "chat_notes.user_id", "chat_notes.created_at as created_date"])
    .select(sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("created_by_name"))
    .orderBy("chat_notes.id", "desc")
    .execute();
}

export async function countNotes(db: Db, scope: LocationScope, chat_id: number): Promise<number> {
  const count = sql<number>`count(*)::int`.as("count");
  return (await selectNotes(db, scope, chat_id).select(count).executeTakeFirstOrThrow()).count;
}

/** A note, deleted or not; locks the row until the transaction ends. */
export async function lockNote(db: Db, { dealer_id }: LocationScope, chat_id: number, id: number) {
  return db
    .selectFrom("chat_notes")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("id", "=", id)
    .select(["user_id", "deleted_at"])
    .forUpdate()
    .executeTakeFirst();
}

export async function markNoteDeleted(
  db: Db,
  { dealer_id }: LocationScope,
  id: number,
  deletion: { deleted_at: Date; deleted_by: number },
): Promise<void> {
  await db.updateTable("chat_notes").set(deletion).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** Moves a chat's notes to another chat, deleted ones included; returns their ids. The app's own ids are a chat's own. */
export async function moveNotes(db: Db, dealer_id: number, from: number, into: number): Promise<number[]> {
  const notes = db.updateTable("chat_notes").set({ chat_id: into, client_id: null }).where("dealer_id", "=", dealer_id);
  const moved = await notes.where("chat_id", "=", from).returning("id").execute();
  return moved.map(({ id }) => id);
}

/** Moves these notes to a chat. */
export async function moveNotesBack(db: Db, dealer_id: number, ids: readonly number[], into: number): Promise<void> {
  if (ids.length === 0) return;
  const notes = db.updateTable("chat_notes").set({ chat_id: into, client_id: null }).where("dealer_id", "=", dealer_id);
  await notes.where("id", "in", ids).execute();
}
