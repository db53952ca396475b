import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { customerName } from "#domains/customers/rules.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAmong } from "#domains/team/server/public.ts";
import { chatNoteEvents, type chatNotes, maxNotesPerChat } from "../contract.ts";
import { canDeleteNote } from "../rules.ts";
import { countNotes, insertNote, lockNote, markNoteDeleted, noteByClientId, notesOf } from "./store.ts";

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
      throw new Failure("conflict", `This chat has ${maxNotesPerChat} notes already. Please delete one first.`);
    }
    const created_at = now();
    const id = await insertNote(db, scope, { ...key, note, created_at });
    publish(chatNoteEvents.changed, { target_id: chat_id });
    const title = `${created_by_name} mentioned you in a note about ${customerName(chat.customer)}`;
    await notify(context, { ...scope, user_ids: recipients }, { kind: "mention", title, text: note, chat_id });
    return { id, note, created_by_name, created_date: created_at, may_delete: 1 };
  },

  async ofChat({ db, scope, who }, { params: { chat_id } }) {
    const [chat, notes] = await Promise.all([chatById(db, scope, chat_id), notesOf(db, scope, chat_id)]);
    orNotFound(chat);
    return notes.map((note) => ({ ...note, may_delete: canDeleteNote(who, note) ? 1 : 0 }));
  },

  async remove({ db, scope, who, now, publish, audit }, { params: { chat_id, note_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    const note = orNotFound(await lockNote(db, scope, chat_id, note_id));
    if (!canDeleteNote(who, note)) throw new Failure("forbidden", "You can delete your own notes only.");
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
