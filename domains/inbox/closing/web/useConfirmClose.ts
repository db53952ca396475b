import { confirm } from "#core/web/dialog/confirm.tsx";
import { customerName } from "#domains/customers/rules.ts";
import { isWaiting } from "#domains/inbox/chatList/rules.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { closeTexts as texts } from "./texts.ts";

/** Asks before conversations are closed whose customers wait for a reply, unless one is on its way. */
export function useConfirmClose(): (chats: readonly Chat[]) => Promise<boolean> {
  const { store } = useInbox();
  return async (chats) => {
    const onTheirWay = store.get().outbox.filter(({ failure }) => failure === undefined);
    const answered = new Set(onTheirWay.map(({ chat_id }) => chat_id));
    const waiting = chats.filter((chat) => isWaiting(chat) && !answered.has(chat.id));
    const names = waiting.map(({ customer }) => customerName(customer));
    if (names.length === 0) return true;
    return confirm({ title: texts.waiting(names), text: texts.waitingText(names.length), action: texts.closeAnyway });
  };
}
