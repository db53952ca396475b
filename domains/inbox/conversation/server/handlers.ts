import { orNotFound, readOnlyAccessText } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { type Chat, type inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { sendBlockedReason } from "#domains/inbox/sending/rules.ts";
import { markRead } from "#domains/inbox/server/chatStateStore.ts";
import { chatById } from "#domains/inbox/server/chatStore.ts";
import { messageBatch, messageById, messageViewFor, toChatMessage } from "#domains/inbox/server/messageStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { eventsOfPage, newestEvents } from "./timeline.ts";

export const conversationHandlers: Handlers<Pick<typeof inbox, "messages" | "receiveLast">> = {
  async messages(context, { params: { chat_id }, body }) {
    const { db, scope } = context;
    const isOpening = !body.before && !body.after && !body.around;
    const [row, batch, sender, newest] = await Promise.all([
      chatById(db, scope, chat_id),
      messageBatch(db, scope.dealer_id, chat_id, body),
      textSender(db, scope.dealer_id, scope.location_id),
      isOpening ? newestEvents(db, scope, chat_id) : undefined,
    ]);
    const found = orNotFound(row);
    const [allEvents, chat] = await Promise.all([
      eventsOfPage(db, scope, found, body, batch, newest),
      isOpening ? read(context, found) : found,
    ]);
    const viewer = messageViewFor(context, chat);
    const allMessages = batch.rows.map((message) => toChatMessage(message, viewer));
    const suppressed = chat.customer.optin_status === 0;
    const problem = await phoneProblemFor(db, scope.dealer_id, chat.customer.phone);
    return {
      allMessages,
      allEvents,
      currentChat: {
        ...chat,
        cannot_send: context.who.supportAccess
          ? readOnlyAccessText
          : sendBlockedReason({ suppressed, problem, sender }),
        is_number_held: sender && !maySendMarketing(sender.registration) ? 1 : 0,
      },
      has_more: batch.has_more,
    };
  },

  async receiveLast(context, { body }) {
    const { db, scope } = context;
    const chat = orNotFound(await chatById(db, scope, body.chat_id));
    const message = orNotFound(
      await messageById(db, scope.dealer_id, chat.id, body.message_id, messageViewFor(context, chat)),
    );
    const current = body.opened_chat_id === chat.id ? await read(context, chat) : chat;
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
async function read({ db, scope, publish, who }: StaffContext, chat: Chat): Promise<Chat> {
  if (chat.is_read || who.supportAccess) return chat;
  if (await markRead(db, scope.dealer_id, chat.id)) publish(inboxEvents.chatChanged, { target_id: chat.id });
  return { ...chat, is_read: 1, new_message_count: 0 };
}
