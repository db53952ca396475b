import { toast } from "#core/web/feedback/toast.tsx";
import { closeTexts as texts } from "#domains/inbox/closing/web/texts.ts";
import { useConfirmClose } from "#domains/inbox/closing/web/useConfirmClose.ts";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { useLeaveChat } from "./useLeaveChat.ts";

/** Closes a chat and goes on to the next conversation, or reopens it. */
export function useCloseChat(chat: Chat | undefined): () => Promise<void> {
  const close = useOptimisticUpdate(inbox.close, chat?.id ?? 0);
  const leave = useLeaveChat();
  const confirmClose = useConfirmClose();
  return async () => {
    if (!chat) return;
    const { id: chat_id, snoozed_until } = chat;
    if (chat.is_closed === 1) return close.update({ body: { chat_id, is_closed: 0 } }, { is_closed: 0 });
    if (!(await confirmClose([chat]))) return;
    const comeBack = leave(chat_id);
    close.update({ body: { chat_id, is_closed: 1 } }, { is_closed: 1, snoozed_until: null });
    toast.undo(texts.closed, () => {
      close.update({ body: { chat_id, is_closed: 0, undo: 1 } }, { is_closed: 0, snoozed_until });
      comeBack();
    });
  };
}
