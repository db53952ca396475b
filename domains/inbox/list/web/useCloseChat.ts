import { useNavigate } from "react-router";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { customerName } from "#domains/customers/rules.ts";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { listKey, visibleChats } from "#domains/inbox/sync/web/chatListCache.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { inboxPath, useInboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { isWaiting } from "../rules.ts";
import { nextChat, opensNext } from "./rowNavigation.ts";

/** Closes a chat and opens the next one, or reopens it. */
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
    toast.undo(closeTexts.closed, () => {
      close.update({ body: { chat_id, is_closed: 0, undo: 1 } }, { is_closed: 0, snoozed_until });
      comeBack();
    });
  };
}

/**
 * Opens the next conversation of the list after one is closed or snoozed, unless that is turned off. Call it before
 * the change, while the conversation is still listed.
 *
 * @returns how to return to the conversation when the change is undone.
 */
export function useLeaveChat(): (chat_id: number) => () => void {
  const navigate = useNavigate();
  const address = useInboxAddress();
  const { store } = useInbox();
  return (chat_id) => {
    if (!address || address.open !== chat_id || !opensNext()) return () => undefined;
    const { type, sort, tab, open } = address;
    const rows = visibleChats(store.get().chatLists, listKey(type, sort), tab, open) ?? [];
    navigate(inboxPath({ ...address, open: nextChat(rows, chat_id), at: undefined }), { replace: true });
    return () => navigate(inboxPath(address));
  };
}

/** Asks before closing conversations whose customers wait for a reply, unless one is being sent. */
export function useConfirmClose(): (chats: readonly Chat[]) => Promise<boolean> {
  const { store } = useInbox();
  return async (chats) => {
    const onTheirWay = store.get().outbox.filter(({ failure }) => failure === undefined);
    const answered = new Set(onTheirWay.map(({ chat_id }) => chat_id));
    const waiting = chats.filter((chat) => isWaiting(chat) && !answered.has(chat.id));
    const names = waiting.map(({ customer }) => customerName(customer));
    if (names.length === 0) return true;
    return confirm({
      title: closeTexts.waiting(names),
      text: closeTexts.waitingText(names.length),
      action: closeTexts.closeAnyway,
    });
  };
}

/** What closing a conversation asks and says. */
const closeTexts = {
  closed: "Conversation closed",
  closeAnyway: "Close anyway",
  waiting: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is waiting for a reply` : `${names.length} customers are waiting for a reply`,
  waitingText: (count: number) =>
    count === 1 ? "Close the conversation without replying?" : "Close their conversations without replying?",
} as const;
