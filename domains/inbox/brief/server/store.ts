import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** The location's first chats in list order, without those of deleted customers. */
export async function firstChats(db: Db, { dealer_id, location_id }: LocationScope, limit: number) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .where("customers.deleted_at", "is", null)
    .select(["chats.id", "chats.is_closed", "chats.chat_time", "chats.new_message", "chats.new_message_count"])
    .select(["customers.first_name", "customers.last_name", "customers.phone"])
    .orderBy("chats.is_closed")
    .orderBy("chats.is_pinned", "desc")
    .orderBy("chats.chat_time", "desc")
    .orderBy("chats.id", "desc")
    .limit(limit)
    .execute();
}

/** A chat's newest messages, newest first; a deleted one has the name of whoever deleted it. */
export async function newestMessages(db: Db, dealer_id: number, chat_id: number, limit: number) {
  return db
    .selectFrom("messages")
    .leftJoin("users as deleter", (join) =>
      join.onRef("deleter.dealer_id", "=", "messages.dealer_id").onRef("deleter.id", "=", "messages.deleted_by"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .where("messages.chat_id", "=", chat_id)
    .select(["messages.id", "messages.message", "messages.is_from_customer", "messages.datetime"])
    .select(["messages.deleted_at", "deleter.first_name as deleter_first", "deleter.last_name as deleter_last"])
    .orderBy("messages.id", "desc")
    .limit(limit)
    .execute();
}
