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
    const reopen = () => close.update({ body: { chat_id: chat.id, is_closed: 0 } }, { is_closed: 0 });
    if (chat.is_closed === 1) return reopen();
    if (!(await confirmClose([chat]))) return;
    leave(chat.id);
    close.update({ body: { chat_id: chat.id, is_closed: 1 } }, { is_closed: 1, snoozed_until: null });
    toast.undo(texts.closed, reopen);
  };
}
