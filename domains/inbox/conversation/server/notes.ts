import { sql } from "kysely";
import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerName } from "#domains/customers/rules.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAmong } from "#domains/team/server/public.ts";
import { chatNoteEvents, type chatNotes, maxNotesPerChat } from "../contract.ts";
import { canDeleteNote } from "../rules.ts";

export const chatNoteHandlers: Handlers<typeof chatNotes> = {
  async add(context, { body: { chat_id, note, mentions = [], client_id = null } }) {
    const { db, scope, who, now, publish } = context;
    const chat = orNotFound(await chatById(db, scope, chat_id));
    const recipients = await mentionedColleagues(context, mentions);
    // Locked so that concurrent adds can't exceed the limit, and a repeated one sees the first.
    orNotFound(await lockChat(db, scope, chat_id));
    const created_by_name = `${who.first_name} ${who.last_name}`.trim();
    const key = { chat_id, user_id: who.user_id, client_id };
    const existing = await noteByClientId(db, scope, key);
    if (existing) return { ...existing, created_by_name, may_delete: 1 };
    if ((await countNotes(db, scope, chat_id)) >= maxNotesPerChat) {
      throw new Failure("conflict", `This chat has ${maxNotesPerChat} notes already. Delete one first.`);
    }
    const created_at = now();
    const id = await insertNote(db, scope, { ...key, note, created_at });
    publish(chatNoteEvents.changed, { target_id: chat_id });
    const title = `${created_by_name} mentioned you in a note about ${customerName(chat.customer)}`;
    await notify(context, { ...scope, user_ids: recipients }, { kind: "mention", title, text: note, chat_id });
    return { id, note, created_by_name, created_date: created_at, may_delete: 1 };
  },

  async update({ db, scope, who, publish, audit }, { params: { chat_id, note_id }, body: { note: words } }) {
    orNotFound(await chatById(db, scope, chat_id));
    const note = orNotFound(await lockNote(db, scope, chat_id, note_id));
    if (note.deleted_at) throw new Failure("absent");
    if (!canDeleteNote(who, note)) throw new Failure("forbidden", "You can only change your own notes.");
    if (note.note !== words) {
      await saveNote(db, scope, note_id, words);
      await audit({ action: "changed", subject: "chat note", subject_id: note_id, detail: { chat_id } });
      publish(chatNoteEvents.changed, { target_id: chat_id });
    }
    return { id: note_id };
  },

  async ofChat({ db, scope, who }, { params: { chat_id } }) {
    const [chat, notes] = await Promise.all([chatById(db, scope, chat_id), notesOf(db, scope, chat_id)]);
    orNotFound(chat);
    return notes.map((note) => ({ ...note, may_delete: canDeleteNote(who, note) ? 1 : 0 }));
  },

  async remove({ db, scope, who, now, publish, audit }, { params: { chat_id, note_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    const note = orNotFound(await lockNote(db, scope, chat_id, note_id));
    if (!canDeleteNote(who, note)) throw new Failure("forbidden", "You can only delete your own notes.");
    if (note.deleted_at) return null;
    await markNoteDeleted(db, scope, note_id, { deleted_at: now(), deleted_by: who.user_id });
    await audit({ action: "deleted", subject: "chat note", subject_id: note_id, detail: { chat_id } });
    publish(chatNoteEvents.changed, { target_id: chat_id });
    return null;
  },
};

/** Whom to notify of a note: every mentioned member must work at the location; authors don't notify themselves. */
async function mentionedColleagues({ db, scope, who }: StaffContext, mentions: readonly number[]): Promise<number[]> {
  const ids = new Set(mentions);
  const members = await membersAmong(db, scope, [...ids]);
  if (members.length < ids.size) throw new Failure("absent");
  return members.map(({ id }) => id).filter((id) => id !== who.user_id);
}

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

async function insertNote(db: Db, { dealer_id, location_id }: LocationScope, note: NewNote): Promise<number> {
  const insert = db.insertInto("chat_notes").values({ dealer_id, location_id, ...note });
  return (await insert.returning("id").executeTakeFirstOrThrow()).id;
}

/** The note that a repeated request added before, deleted or not. */
async function noteByClientId(db: Db, { dealer_id }: LocationScope, { chat_id, user_id, client_id }: NoteKey) {
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
async function notesOf(db: Db, scope: LocationScope, chat_id: number) {
  return selectNotes(db, scope, chat_id)
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "chat_notes.dealer_id").onRef("users.id", "=", "chat_notes.user_id"),
    )
    .select(["chat_notes.id", "chat_notes.note", "chat_notes.user_id", "chat_notes.created_at as created_date"])
    .select(sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("created_by_name"))
    .orderBy("chat_notes.id", "desc")
    .execute();
}

async function countNotes(db: Db, scope: LocationScope, chat_id: number): Promise<number> {
  const count = sql<number>`count(*)::int`.as("count");
  return (await selectNotes(db, scope, chat_id).select(count).executeTakeFirstOrThrow()).count;
}

/** A note, deleted or not; locks the row until the transaction ends. */
async function lockNote(db: Db, { dealer_id }: LocationScope, chat_id: number, id: number) {
  return db
    .selectFrom("chat_notes")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("id", "=", id)
    .select(["user_id", "note", "deleted_at"])
    .forUpdate()
    .executeTakeFirst();
}

async function saveNote(db: Db, { dealer_id }: LocationScope, id: number, note: string): Promise<void> {
  await db.updateTable("chat_notes").set({ note }).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

async function markNoteDeleted(
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
