import { Failure, found, invalid } from "#core/failure.ts";
import { fileAddress } from "#core/server/fileAddress.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { tagBy } from "#domains/tags/server/public.ts";
import { type Chat, chatTypes, type inbox, inboxEvents } from "../contract.ts";
import { cannotSend, chatsPerBatch, mayRetry, readCursor, writeCursor } from "../rules.ts";
import { chatBatches, chatById, chatWith, countChats, lockChat, mark, markRead } from "./chatStore.ts";
import { deliverJob } from "./jobs.ts";
import {
  type AddressOf,
  lockMessage,
  messageBatch,
  messageByClientId,
  messageById,
  messageOf,
  updateMessage,
} from "./messageStore.ts";
import { storeAndSend } from "./send.ts";

export const inboxHandlers: Handlers<typeof inbox> = {
  async chats({ db, scope }, { params: { type, offset }, body }) {
    const after = body.cursor ? readCursor(body.cursor) : undefined;
    if (body.cursor && !after) throw invalid("cursor", "This place in the list is not known. Please reload.");
    const list = chatTypes.find((one) => one === type) ?? { tag_id: found(await tagBy(db, { slug: type })).id };
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
    const allMessages = batch.rows.map((row) => messageOf(row, chat.customer, addressesOf(context)));
    const suppressed = chat.customer.optin_status === 0;
    return {
      allMessages,
      currentChat: { ...chat, cannot_send: cannotSend({ suppressed, sender }) },
      has_more: batch.has_more,
    };
  },

  async send(context, { body }) {
    const { db, scope } = context;
    const chat = found(await chatById(db, scope, body.chat_id));
    const message_id = await sendOnce(context, chat.id, body);
    const message = found(await messageById(db, scope.dealer_id, chat.id, message_id, shownTo(context, chat)));
    const { chat_time, new_message, latest_chat_message_sent_time } = found(await chatById(db, scope, chat.id));
    return { ...message, chat_time, new_message, latest_chat_message_sent_time };
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
    if (!mayRetry(message)) throw new Failure("conflict", "Only a message that failed can be sent again.");
    await assertSendable(context, chat.customer);
    await updateMessage(db, scope.dealer_id, message_id, { state: "queued" });
    await context.enqueue(deliverJob, { dealer_id: scope.dealer_id, message_id });
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

/** Whoever may see a message may hear what belongs to it, for a while. */
function addressesOf({ secret, now }: StaffContext): AddressOf {
  return (key) => fileAddress(secret, key, now());
}

function shownTo(context: StaffContext, { customer }: Chat) {
  return { customer, addressOf: addressesOf(context) };
}

function cursorAfter(chats: readonly Chat[]): string | null {
  const last = chats.at(-1);
  return last && chats.length === chatsPerBatch
    ? writeCursor({ ...last, chat_time: Date.parse(last.chat_time) })
    : null;
}

/** Opening a chat marks it read, for the whole team. */
async function read({ db, scope, tell }: StaffContext, chat: Chat): Promise<Chat> {
  if (chat.is_read) return chat;
  if (await markRead(db, scope.dealer_id, chat.id)) tell(inboxEvents.chatChanged, { target_id: chat.id });
  return { ...chat, is_read: 1, new_message_count: 0 };
}

async function assertSendable({ db, scope }: StaffContext, customer: { readonly id: number }): Promise<void> {
  const suppressed = await isOptedOut(db, scope.dealer_id, customer.id);
  const sender = await senderNumber(db, scope.dealer_id, scope.location_id);
  const reason = cannotSend({ suppressed, sender });
  if (reason) throw new Failure("conflict", reason);
}

/** Stores and sends a text, or finds the one that the browser has sent under the same id before. */
async function sendOnce(
  context: StaffContext,
  chat_id: number,
  { message, client_id = null }: { message: string; client_id?: string | null | undefined },
): Promise<number> {
  const { db, scope, who } = context;
  const { dealer_id, location_id } = scope;
  const { customer_id } = found(await lockChat(db, scope, chat_id));
  const known = client_id ? await messageByClientId(db, dealer_id, client_id) : undefined;
  if (known && known.chat_id !== chat_id) throw new Failure("conflict");
  if (known) return known.id;
  await assertSendable(context, found(await customerById(db, scope, customer_id)));
  const draft = { dealer_id, location_id, chat_id, customer_id, message, client_id, user_id: who.user_id };
  return storeAndSend(context, { ...draft, purpose: "conversation" });
}
