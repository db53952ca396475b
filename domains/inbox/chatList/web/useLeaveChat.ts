import { useNavigate } from "react-router";
import { visibleChats } from "#domains/inbox/sync/web/chatListCache.ts";
import { listKey } from "#domains/inbox/sync/web/listKey.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { inboxPath, useInboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { nextChat, opensNext } from "./nextChat.ts";

/**
 * Goes on to the next conversation of the list when one is closed or snoozed, unless the person turned that off. Call it
 * before the change, while the conversation still has its place in the list.
 *
 * @returns what leads back to the conversation, for when the change is undone.
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
