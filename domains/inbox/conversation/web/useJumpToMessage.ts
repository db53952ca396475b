import { useEffect, useState } from "react";
import { toast } from "#core/web/feedback/toast.tsx";
import type { Conversation } from "#domains/inbox/sync/web/conversationCache.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";

/**
 * Loads the messages around the one in the address, or goes back to the newest when it has none. False while loading.
 */
export function useJumpToMessage(chatId: number, conversation: Conversation, at: number | undefined): boolean {
  const { messageLoader, store } = useInbox();
  const [placed, setPlaced] = useState<number>();
  const isLoaded = conversation.floor !== undefined;
  useEffect(() => {
    let isCurrent = true;
    if (at === undefined) messageLoader.backToNewest(chatId);
    else if (isLoaded) {
      void messageLoader.around(chatId, at).then(() => {
        if (!isCurrent) return;
        setPlaced(at);
        if (!store.get().conversations.get(chatId)?.messages.has(at)) toast.info("This message could not be found.");
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [messageLoader, store, chatId, at, isLoaded]);
  return at === undefined || placed === at;
}
