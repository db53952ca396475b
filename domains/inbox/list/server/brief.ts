import { orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { timeAgo } from "#core/timeAgo.ts";
import { customerName } from "#domains/customers/rules.ts";
import { seesDeleted } from "#domains/inbox/conversation/rules.ts";
import { isChat } from "#domains/inbox/server/chatStore.ts";
import type { briefInbox } from "../contract.ts";

const maxRows = 500;

export const briefInboxHandlers: Handlers<typeof briefInbox> = {
  async chats({ db, scope, now }) {
    const rows = await firstChats(db, scope, maxRows + 1);
    const chats = rows.slice(0, maxRows).map((row) => ({
      id: row.id,
      customer_name: customerName(row),
      is_closed: toFlag(row.is_closed),
      last_message: row.new_message,
      last_message_time: row.chat_time.toISOString(),
      last_message_time_ago: timeAgo(row.chat_time, now().getTime()),
      new_messages_count: row.new_message_count,
    }));
    return rows.length > maxRows ? new CallResult(`The first ${maxRows} conversations; there are more.`, chats) : chats;
  },

  async messages({ db, scope, who, now }, { params: { chat_id } }) {
    orNotFound((await isChat(db, scope, chat_id)) || undefined);
    const rows = await newestMessages(db, scope.dealer_id, chat_id, maxRows + 1);
    const messages = rows.slice(0, maxRows).map((row) => ({
      id: row.id,
      message: row.deleted_at && !seesDeleted(who) ? "" : row.message,
      is_from_customer: toFlag(row.is_from_customer),
      datetime: row.datetime.toISOString(),
      time_ago: timeAgo(row.datetime, now().getTime()),
      deleted: row.deleted_at && { by: deleterOf(row), at: row.deleted_at.toISOString() },
    }));
    messages.reverse();
    return rows.length > maxRows
      ? new CallResult(`The newest ${maxRows} messages; there are more.`, messages)
      : messages;
  },
};

const deleterOf = ({ deleter_first, deleter_last }: { deleter_first: string | null; deleter_last: string | null }) =>
  `${deleter_first ?? ""} ${deleter_last ?? ""}`.trim();

const toFlag = (value: number) => (value === 1 ? 1 : 0);

/** The location's first chats in list order, without those of deleted customers. */
async function firstChats(db: Db, { dealer_id, location_id }: LocationScope, limit: number) {
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

/** A chat's newest messages, newest first; deleted ones with the name of the member who deleted them. */
async function newestMessages(db: Db, dealer_id: number, chat_id: number, limit: number) {
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
