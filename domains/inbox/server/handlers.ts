import { Failure, found, invalid, onlyLookingText } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { tagBy } from "#domains/tags/server/public.ts";
import { type Chat, chatTypes, type inbox, inboxEvents } from "../contract.ts";
import { cannotSend, chatsPerBatch, mayRetry, readCursor, writeCursor } from "../rules.ts";
import { countChats } from "./chatCounts.ts";
import { mark, markRead } from "./chatStateStore.ts";
import { chatBatches, chatById, chatWith, lockChat } from "./chatStore.ts";
import { deliverJob } from "./jobs.ts";
import { lockMessage, messageBatch, messageById, messageOf, updateMessage } from "./messageStore.ts";
import { assertSendable, sendMessage, sendOnce } from "./sendMessage.ts";
import { shownTo } from "./shownTo.ts";

export const inboxHandlers: Handlers<typeof inbox> = {
  async chats({ db, scope, who }, { params: { type, offset }, body }) {
    const after = body.cursor ? readCursor(body.cursor) : undefined;
    if (body.cursor && !after) throw invalid("cursor", "This place in the list is not known. Please reload.");
    const named = chatTypes.find((one) => one === type) ?? { tag_id: found(await tagBy(db, { slug: type })).id };
    const list = named === "mine" ? { member_id: who.user_id } : named;
    const tabs = body.tab
      ? [body.tab]
      : after || offset > 0
        ? (["active"] as const)
        : (["active", "inactive"] as const);
    const batches = tabs.map((tab) => {
      const is_closed = tab === "active" ? (0 as const) : (1 as const);
      return { type: list, is_closed, after, offset: after ? 0 : tab === "active" || body.tab ? offset : 0 };
    });
    const chats = await chatBatches(db, scope, batches);
    const allActiveChats = chats.filter((chat) => chat.is_closed === 0);
    const allInactiveChats = chats.filter((chat) => chat.is_closed === 1);
    return {
      allActiveChats,
      allInactiveChats,
      tag_id: typeof list === "object" && "tag_id" in list ? list.tag_id : null,
      member_id: typeof list === "object" && "member_id" in list ? list.member_id : null,
      activeChatsLoaded: allActiveChats.length,
      next_cursor: { active: cursorAfter(allActiveChats), inactive: cursorAfter(allInactiveChats) },
    };
  },

  async chat({ db, scope }, { params: { chat_id } }) {
    return found(await chatById(db, scope, chat_id));
  },

  async messages(context, { params: { chat_id }, body }) {
    const { db, scope } = context;
    const isOpened = !body.before && !body.after && !body.around;
    const [known, batch, sender] = await Promise.all([
      chatById(db, scope, chat_id),
      messageBatch(db, scope.dealer_id, chat_id, body),
      senderNumber(db, scope.dealer_id, scope.location_id),
    ]);
    const chat = isOpened ? await read(context, found(known)) : found(known);
    const as = shownTo(context, chat);
    const allMessages = batch.rows.map((row) => messageOf(row, as));
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

  async send(context, { body, file }) {
    return sendMessage(context, body, file);
  },

  async sendToCustomer(context, { body }) {
    const { db, scope } = context;
    const customer = found(await customerById(db, scope, body.customer_id));
    await assertSendable(context, customer);
    const chat_id = await chatWith(db, scope.dealer_id, scope.location_id, customer.id);
    await sendOnce(context, chat_id, body);
    return { chat_id };
  },

  async retry(context, { params: { message_id } }) {
    const { db, scope } = context;
    const message = found(await lockMessage(db, scope.dealer_id, message_id));
    const chat = found(await chatById(db, scope, message.chat_id));
    if (message.deleted_at) throw new Failure("conflict", "This message was deleted.");
    if (!mayRetry(message)) throw new Failure("conflict", "Only a message that failed can be sent again.");
    await assertSendable(context, chat.customer);
    await updateMessage(db, scope.dealer_id, message_id, { state: "queued" });
    context.enqueue(deliverJob, { dealer_id: scope.dealer_id, message_id });
    context.tell(inboxEvents.messageOpen, { message_id, target_id: chat.id, what: "state" });
    return found(await messageById(db, scope.dealer_id, chat.id, message_id, shownTo(context, chat)));
  },

  async receiveLast(context, { body }) {
    const { db, scope } = context;
    const chat = found(await chatById(db, scope, body.chat_id));
    const message = found(await messageById(db, scope.dealer_id, chat.id, body.message_id, shownTo(context, chat)));
    const now = Number(body.opened_chat_id) === chat.id ? await read(context, chat) : chat;
    const { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time } = now;
    return {
      ...message,
      chat: now,
      chat_time,
      new_message,
      is_read,
      new_message_count,
      latest_chat_message_received_time,
    };
  },

  async unread({ db, scope }) {
    return countChats(db, scope);
  },

  async pin({ db, scope, tell }, { body: { chat_id, ...asked } }) {
    found(await lockChat(db, scope, chat_id));
    const chat = found(await chatById(db, scope, chat_id));
    const is_pinned = asked.is_pinned ?? (chat.is_pinned ? 0 : 1);
    if (await mark(db, scope.dealer_id, chat_id, { is_pinned })) tell(inboxEvents.chatChanged, { target_id: chat_id });
    return { is_pinned };
  },

  async close({ db, scope, tell }, { body: { chat_id, is_closed } }) {
    found(await lockChat(db, scope, chat_id));
    await mark(db, scope.dealer_id, chat_id, { is_closed });
    tell(inboxEvents.chatChanged, { target_id: chat_id });
    return { is_closed };
  },
};

function cursorAfter(chats: readonly Chat[]): string | null {
  const last = chats.at(-1);
  return last && chats.length === chatsPerBatch
    ? writeCursor({ ...last, chat_time: Date.parse(last.chat_time) })
    : null;
}

/** Opening a chat marks it read, for the whole team; not for somebody of the platform who looks into the account. */
async function read({ db, scope, tell, who }: StaffContext, chat: Chat): Promise<Chat> {
  if (chat.is_read || who.visit) return chat;
  if (await markRead(db, scope.dealer_id, chat.id)) tell(inboxEvents.chatChanged, { target_id: chat.id });
  return { ...chat, is_read: 1, new_message_count: 0 };
}
