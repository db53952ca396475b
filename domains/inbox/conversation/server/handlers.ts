import { found, onlyLookingText } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { type Chat, type inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { cannotSend } from "#domains/inbox/rules.ts";
import { markRead } from "#domains/inbox/server/chatStateStore.ts";
import { chatById } from "#domains/inbox/server/chatStore.ts";
import { messageBatch, messageById, messageOf } from "#domains/inbox/server/messageStore.ts";
import { shownTo } from "#domains/inbox/server/shownTo.ts";
import { senderNumber } from "#domains/locations/server/public.ts";

export const conversationHandlers: Handlers<Pick<typeof inbox, "messages" | "receiveLast">> = {
  async messages(context, { params: { chat_id }, body }) {
    const { db, scope } = context;
    const isOpening = !body.before && !body.after && !body.around;
    const [row, batch, sender] = await Promise.all([
      chatById(db, scope, chat_id),
      messageBatch(db, scope.dealer_id, chat_id, body),
      senderNumber(db, scope.dealer_id, scope.location_id),
    ]);
    const chat = isOpening ? await read(context, found(row)) : found(row);
    const viewer = shownTo(context, chat);
    const allMessages = batch.rows.map((message) => messageOf(message, viewer));
    const suppressed = chat.customer.optin_status === 0;
    return {
      allMessages,
      currentChat: {
        ...chat,
        cannot_send: context.who.visit ? onlyLookingText : cannotSend({ suppressed, sender }),
      },
      has_more: batch.has_more,
    };
  },

  async receiveLast(context, { body }) {
    const { db, scope } = context;
    const chat = found(await chatById(db, scope, body.chat_id));
    const message = found(await messageById(db, scope.dealer_id, chat.id, body.message_id, shownTo(context, chat)));
    const current = Number(body.opened_chat_id) === chat.id ? await read(context, chat) : chat;
    const { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time } = current;
    return {
      ...message,
      chat: current,
      chat_time,
      new_message,
      is_read,
      new_message_count,
      latest_chat_message_received_time,
    };
  },
};

/** Opening a chat marks it read for the whole team, except when the operator opens it with support access. */
async function read({ db, scope, tell: publish, who }: StaffContext, chat: Chat): Promise<Chat> {
  if (chat.is_read || who.visit) return chat;
  if (await markRead(db, scope.dealer_id, chat.id)) publish(inboxEvents.chatChanged, { target_id: chat.id });
  return { ...chat, is_read: 1, new_message_count: 0 };
}
