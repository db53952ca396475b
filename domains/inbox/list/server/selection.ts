import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordChatEvent } from "#domains/inbox/conversation/server/timeline.ts";
import { type Closing, closedAs } from "#domains/inbox/server/chatStateStore.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { findTag } from "#domains/tags/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import { type chatSelection, chatTagEvents } from "../contract.ts";
import { tagChats } from "./tags.ts";

export const chatSelectionHandlers: Handlers<typeof chatSelection> = {
  async assign(context, { body: { chat_ids, user_id } }) {
    const { db, scope, who, publish, audit } = context;
    const member = user_id === undefined ? undefined : orNotFound(await memberById(db, scope, user_id));
    const { live, failed } = await lockSelected(db, scope, chat_ids);
    const changed = await assignChats(db, scope, live, member?.id ?? null);
    for (const target_id of changed) publish(inboxEvents.chatChanged, { target_id });
    const assigned_to = member?.id ?? null;
    await recordChatEvent(context, scope, { chat_ids: changed, kind: "assigned", assigned_to, user_id: who.user_id });
    await audit({ action: "assigned", subject: "chats", detail: detailOf(changed, { user_id: member?.id ?? null }) });
    const [first] = changed;
    if (member && member.id !== who.user_id && first !== undefined) {
      const what = changed.length === 1 ? "a conversation" : `${changed.length} conversations`;
      const title = `${who.first_name} ${who.last_name} assigned you ${what}`;
      const recipients = { ...scope, user_ids: [member.id] };
      await notify(context, recipients, { kind: "assigned", title, text: "", chat_id: first });
    }
    return { changed: changed.length, changed_ids: changed, failed };
  },

  async close(context, { body: { chat_ids, is_closed, undo } }) {
    const { db, scope, who, now, publish, audit } = context;
    const { live, failed } = await lockSelected(db, scope, chat_ids);
    const changed = await closeChats(db, scope, live, { is_closed, snoozesAgain: undo === 1, now: now() });
    for (const target_id of changed) publish(inboxEvents.chatChanged, { target_id });
    const kind = is_closed ? "closed" : "reopened";
    await recordChatEvent(context, scope, { chat_ids: changed, kind, user_id: who.user_id });
    await audit({ action: is_closed ? "closed" : "reopened", subject: "chats", detail: detailOf(changed) });
    return { changed: changed.length, changed_ids: changed, failed };
  },

  async tag({ db, scope, who, now, publish, audit }, { body: { chat_ids, tag_id } }) {
    orNotFound(await findTag(db, { id: tag_id }));
    const { live, failed } = await lockSelected(db, scope, chat_ids);
    const changed = await tagChats(db, scope, { chat_ids: live, tag_id, user_id: who.user_id, created_at: now() });
    for (const target_id of changed) publish(chatTagEvents.changed, { target_id, tag_id });
    await audit({ action: "tagged", subject: "chats", detail: detailOf(changed, { tag_id }) });
    return { changed: changed.length, changed_ids: changed, failed };
  },
};

/** What the audit log keeps: how many chats were changed, and which. */
function detailOf(changed: readonly number[], more: Record<string, number | null> = {}) {
  return { count: changed.length, chat_ids: changed.join(" "), ...more };
}

/** Locks the selected chats in the order of their ids, so that two selections can't block each other. One that isn't the acting location's is not found. */
async function lockSelected(db: Db, scope: LocationScope, ids: readonly number[]) {
  const chats = await ofLocation(db, scope, ids).select(["id", "is_gone"]).orderBy("id").forUpdate().execute();
  orNotFound(chats.length === ids.length || undefined);
  const idsOf = (is_gone: number) => chats.filter((chat) => chat.is_gone === is_gone).map(({ id }) => id);
  return { live: idsOf(0), failed: idsOf(1) };
}

function ofLocation(db: Db, { dealer_id, location_id }: LocationScope, ids: readonly number[]) {
  return db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`);
}

/** Assigns chats to a member, or unassigns them; returns those that changed. */
async function assignChats(db: Db, scope: LocationScope, ids: readonly number[], assigned_to: number | null) {
  const chats = updateSelected(db, scope, ids).set({ assigned_to });
  const changed = await chats.where("assigned_to", "is distinct from", assigned_to).returning("id").execute();
  return inOrder(changed);
}

/** Closes or reopens chats; returns those that were not yet. */
async function closeChats(db: Db, scope: LocationScope, ids: readonly number[], closing: Closing) {
  const chats = updateSelected(db, scope, ids).set(closedAs(closing));
  return inOrder(await chats.where("is_closed", "<>", closing.is_closed).returning("id").execute());
}

const inOrder = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

function updateSelected(db: Db, { dealer_id, location_id }: LocationScope, ids: readonly number[]) {
  return db
    .updateTable("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`);
}
