import { chatListHandlers } from "#domains/inbox/chatList/server/handlers.ts";
import { conversationHandlers } from "#domains/inbox/conversation/server/handlers.ts";
import { outboxHandlers } from "#domains/inbox/outbox/server/handlers.ts";

export const inboxHandlers = { ...chatListHandlers, ...conversationHandlers, ...outboxHandlers };
