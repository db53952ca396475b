import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Handlers, Server, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { attachmentFiles } from "#domains/inbox/attachments/server/store.ts";
import { recordingFiles } from "#domains/inbox/calls/server/callStore.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { showNewest } from "#domains/inbox/server/chatStateStore.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { mediaFiles } from "#domains/inbox/server/messageStore.ts";
import type { messageDeletion } from "../contract.ts";
import { canDeleteMessages } from "../rules.ts";

/** Moves the files of a deleted message, so that addresses handed out before stop working. */
export const hideFilesJob = job("teamwork.hideFiles", z.object({ dealer_id: Id, message_id: Id }));

/** Seconds to wait before hiding an outbound message's files: the carrier may still be fetching them. */
const carrierFetchSeconds = 3_600;

export const messageDeletionHandlers: Handlers<typeof messageDeletion> = {
  async deleteMessage(context, { params: { message_id } }) {
    const message = await deleteMessage(context, message_id);
    if (!message || (message.media_count === 0 && message.message_type === "message")) return null;
    const after = message.is_from_customer === 1 ? 0 : carrierFetchSeconds;
    context.enqueue(hideFilesJob, { dealer_id: context.scope.dealer_id, message_id }, { delaySeconds: after });
    return null;
  },
};

/**
 * Hides a message's content from all but the owner; the customer keeps the text. Undefined when it was deleted before.
 */
async function deleteMessage(context: StaffContext, message_id: number) {
  const { db, scope, who, now, publish, audit } = context;
  const chat_id = orNotFound(await chatOfMessage(db, scope.dealer_id, message_id));
  orNotFound(await chatById(db, scope, chat_id));
  if (!canDeleteMessages(who)) throw new Failure("forbidden", "You are not allowed to delete messages.");
  orNotFound(await lockChat(db, scope, chat_id));
  const deletion = { deleted_at: now(), deleted_by: who.user_id };
  const message = await markMessageDeleted(db, scope.dealer_id, message_id, deletion);
  if (!message) return undefined;
  // A merge may have moved the message to another chat, which isn't locked.
  if (message.chat_id !== chat_id) throw new Failure("conflict");
  await updateRowAfterDeletion(db, scope.dealer_id, message);
  await audit({ action: "deleted", subject: "message", subject_id: message_id, detail: { chat_id } });
  publish(inboxEvents.messageOpen, { message_id, target_id: chat_id, what: "deleted" });
  publish(inboxEvents.chatChanged, { target_id: chat_id });
  return message;
}

const hiddenPrefix = "hidden/";

/**
 * Moves the files of a deleted message to new keys: addresses handed out before stop working, and those who still see the
 * message get new ones.
 */
async function hideFiles({ within, ports }: Server, job: { dealer_id: number; message_id: number }) {
  const { dealer_id, message_id } = job;
  const business = { dealer_id };
  for (const files of [mediaFiles, attachmentFiles, recordingFiles]) {
    const stored = await within.business(business, "hide files", ({ db }) => files.of(db, dealer_id, message_id));
    for (const { id, storage_key } of stored) {
      const file = storage_key.startsWith(hiddenPrefix) ? undefined : await ports.storage.get(storage_key);
      if (!file) continue;
      const key = `${hiddenPrefix}${dealer_id}/${randomUUID()}`;
      await ports.storage.put(key, file.stream(), file.type);
      await within.business(business, "hide files", ({ db }) => files.move(db, dealer_id, id, key));
      await ports.storage.remove(storage_key);
    }
  }
}

/** The chat of a message, deleted or not. */
async function chatOfMessage(db: Db, dealer_id: number, id: number): Promise<number | undefined> {
  const message = db.selectFrom("messages").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await message.select("chat_id").executeTakeFirst())?.chat_id;
}

/** Marks a message as deleted; undefined when it already was. */
async function markMessageDeleted(
  db: Db,
  dealer_id: number,
  id: number,
  deletion: { deleted_at: Date; deleted_by: number },
) {
  return db
    .updateTable("messages")
    .set(deletion)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "chat_id", "is_from_customer", "media_count", "message_type"])
    .executeTakeFirst();
}

/** Updates a chat's preview and unread count after a message was deleted. */
async function updateRowAfterDeletion(
  db: Db,
  dealer_id: number,
  deleted: { readonly id: number; readonly chat_id: number; readonly is_from_customer: number },
): Promise<void> {
  const chat = db.updateTable("chats").where("dealer_id", "=", dealer_id).where("id", "=", deleted.chat_id);
  await showNewest(db, dealer_id, deleted.chat_id);
  if (deleted.is_from_customer === 0) return;
  // The unread messages are the customer's newest ones.
  await chat
    .set(({ eb }) => ({ new_message_count: eb("new_message_count", "-", 1) }))
    .where(
      sql<boolean>`new_message_count > (select count(*) from messages
        where messages.dealer_id = ${dealer_id} and messages.chat_id = ${deleted.chat_id} and messages.id > ${deleted.id}
          and messages.is_from_customer = 1 and messages.deleted_at is null)`,
    )
    .execute();
}

export const deletionWorkers = [worker(hideFilesJob, hideFiles)];
