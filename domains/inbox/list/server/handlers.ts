import { invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { type Chat, chatTypes, type inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { recordChatEvent } from "#domains/inbox/conversation/server/timeline.ts";
import { closedAs, setChatFlag } from "#domains/inbox/server/chatStateStore.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { findTag } from "#domains/tags/server/public.ts";
import { chatsPerBatch, formatChatCursor, formatWaitingCursor, parseChatCursor, parseWaitingCursor } from "../rules.ts";
import { countChats } from "./chatCounts.ts";
import { chatBatches } from "./chatListStore.ts";

type ChatListCalls = Pick<typeof inbox, "chats" | "chat" | "unread" | "pin" | "close">;

export const chatListHandlers: Handlers<ChatListCalls> = {
  async chats({ db, scope, who }, { params: { type, offset }, body }) {
    const isByWaiting = body.sort === "waiting";
    const after = body.cursor ? (isByWaiting ? parseWaitingCursor : parseChatCursor)(body.cursor) : undefined;
    if (body.cursor && !after) throw invalidField("cursor", "This list has changed. Reload the page.");
    const listType = chatTypes.find((name) => name === type) ?? {
      tag_id: orNotFound(await findTag(db, { slug: type })).id,
    };
    const list = listType === "mine" ? { member_id: who.user_id } : listType;
    const tabs = body.tab
      ? [body.tab]
      : after || offset > 0
        ? (["active"] as const)
        : (["active", "inactive"] as const);
    const batches = tabs.map((tab) => {
      const is_closed = tab === "active" ? (0 as const) : (1 as const);
      return {
        type: list,
        is_closed,
        after,
        isByWaiting,
        offset: after ? 0 : tab === "active" || body.tab ? offset : 0,
      };
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
      next_cursor: {
        active: cursorAfter(allActiveChats, isByWaiting),
        inactive: cursorAfter(allInactiveChats, isByWaiting),
      },
    };
  },

  async chat({ db, scope }, { params: { chat_id } }) {
    return orNotFound(await chatById(db, scope, chat_id));
  },

  async unread({ db, scope, who }) {
    return countChats(db, scope, who.user_id);
  },

  async pin({ db, scope, publish }, { body: { chat_id, ...requested } }) {
    orNotFound(await lockChat(db, scope, chat_id));
    const chat = orNotFound(await chatById(db, scope, chat_id));
    const is_pinned = requested.is_pinned ?? (chat.is_pinned ? 0 : 1);
    if (await setChatFlag(db, scope.dealer_id, chat_id, { is_pinned }))
      publish(inboxEvents.chatChanged, { target_id: chat_id });
    return { is_pinned };
  },

  async close(context, { body: { chat_id, is_closed, undo } }) {
    const { db, scope, who, now, publish } = context;
    orNotFound(await lockChat(db, scope, chat_id));
    const closing = closedAs({ is_closed, snoozesAgain: undo === 1, now: now() });
    if (await setChatFlag(db, scope.dealer_id, chat_id, closing)) {
      const kind = is_closed ? "closed" : "reopened";
      await recordChatEvent(context, scope, { chat_ids: [chat_id], kind, user_id: who.user_id });
    }
    publish(inboxEvents.chatChanged, { target_id: chat_id });
    return { is_closed };
  },
};

function cursorAfter(chats: readonly Chat[], isByWaiting: boolean): string | null {
  const last = chats.at(-1);
  if (!last || chats.length < chatsPerBatch) return null;
  if (!isByWaiting) return formatChatCursor({ ...last, chat_time: Date.parse(last.chat_time) });
  return last.waiting_since ? formatWaitingCursor({ ...last, waiting_since: Date.parse(last.waiting_since) }) : null;
}
