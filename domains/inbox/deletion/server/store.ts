import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { showNewest } from "#domains/inbox/server/chatStateStore.ts";

/** The chat of a message, deleted or not. */
export async function chatOfMessage(db: Db, dealer_id: number, id: number): Promise<number | undefined> {
  const message = db.selectFrom("messages").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await message.select("chat_id").executeTakeFirst())?.chat_id;
}

/** Marks a message as deleted; undefined when it already was. */
export async function markMessageDeleted(
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
export async function updateRowAfterDeletion(
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
