import { orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { timeAgo } from "#core/timeAgo.ts";
import { customerName } from "#domains/customers/rules.ts";
import { seesDeleted } from "#domains/inbox/deletion/rules.ts";
import { isChat } from "#domains/inbox/server/chatStore.ts";
import type { briefInbox } from "../contract.ts";
import { firstChats, newestMessages } from "./store.ts";

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
