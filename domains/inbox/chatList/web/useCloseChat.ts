import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { isWaiting } from "../rules.ts";
import { nameOf } from "./customerName.ts";
import { closeTexts as texts } from "./texts.ts";
import { useLeaveChat } from "./useLeaveChat.ts";

/** Asks before conversations are closed whose customers wait for a reply, unless one is on its way. */
export function useConfirmClose(): (chats: readonly Chat[]) => Promise<boolean> {
  const { store } = useInbox();
  return async (chats) => {
    const onTheirWay = store.get().outbox.filter(({ failure }) => failure === undefined);
    const answered = new Set(onTheirWay.map(({ chat_id }) => chat_id));
    const waiting = chats.filter((chat) => isWaiting(chat) && !answered.has(chat.id));
    const names = waiting.map(({ customer }) => nameOf(customer));
    if (names.length === 0) return true;
    return confirm({ title: texts.waiting(names), text: texts.waitingText(names.length), action: texts.closeAnyway });
  };
}

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
