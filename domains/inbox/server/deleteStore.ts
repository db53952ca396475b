import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import { previewOf } from "../rules.ts";

/** In which chat a message is, deleted or not. */
export async function chatOfMessage(db: Db, dealer_id: number, id: number): Promise<number | undefined> {
  const message = db.selectFrom("messages").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await message.select("chat_id").executeTakeFirst())?.chat_id;
}

/** Marks a message as deleted; undefined when it was so before. */
export async function markDeleted(db: Db, dealer_id: number, id: number, by: { deleted_at: Date; deleted_by: number }) {
  return db
    .updateTable("messages")
    .set(by)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "chat_id", "is_from_customer", "media_count", "message_type"])
    .executeTakeFirst();
}

/** How a chat's row has to change now that a message of it is gone: what it shows of the newest, and what is unread. */
export async function takeOutOfRow(
  db: Db,
  dealer_id: number,
  gone: { readonly id: number; readonly chat_id: number; readonly is_from_customer: number },
): Promise<void> {
  const chat = db.updateTable("chats").where("dealer_id", "=", dealer_id).where("id", "=", gone.chat_id);
  await showNewest(db, dealer_id, gone.chat_id);
  if (gone.is_from_customer === 0) return;
  // The customer's newest messages are the unread ones.
  await chat
    .set(({ eb }) => ({ new_message_count: eb("new_message_count", "-", 1) }))
    .where(
      sql<boolean>`new_message_count > (select count(*) from messages
        where messages.dealer_id = ${dealer_id} and messages.chat_id = ${gone.chat_id} and messages.id > ${gone.id}
          and messages.is_from_customer = 1 and messages.deleted_at is null)`,
    )
    .execute();
}

/** Lets a chat's row show the newest message that wasn't deleted. */
export async function showNewest(db: Db, dealer_id: number, chat_id: number): Promise<void> {
  const newest = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("deleted_at", "is", null)
    .select(["message", "media_count"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const new_message = newest ? previewOf(newest.message, newest.media_count) : "";
  const chat = db.updateTable("chats").set({ new_message }).where("dealer_id", "=", dealer_id);
  await chat.where("id", "=", chat_id).execute();
}
