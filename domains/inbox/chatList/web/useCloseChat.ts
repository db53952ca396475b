import type { Chat } from "#domains/inbox/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { useLeaveChat } from "./useLeaveChat.ts";

/** Closes a chat and goes on to the next conversation, or reopens it. */
export function useCloseChat(chat: Chat | undefined): () => void {
  const close = useOptimisticUpdate(inbox.close, chat?.id ?? 0);
  const leave = useLeaveChat();
  return () => {
    if (!chat) return;
    const is_closed = chat.is_closed === 1 ? 0 : 1;
    if (is_closed === 1) leave(chat.id);
    close.update({ body: { chat_id: chat.id, is_closed } }, { is_closed, ...(is_closed && { snoozed_until: null }) });
  };
}
