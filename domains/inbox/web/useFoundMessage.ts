import { useEffect, useState } from "react";
import { toast } from "#core/web/toast.tsx";
import type { Conversation } from "./conversation.ts";
import { useInbox } from "./useInbox.ts";

/**
 * Brings the messages about the one that the address names to the screen, and the newest ones back when it names none.
 * False while they are on their way.
 */
export function useFoundMessage(chatId: number, conversation: Conversation, at: number | undefined): boolean {
  const { reading, store } = useInbox();
  const [placed, setPlaced] = useState<number>();
  const isLoaded = conversation.floor !== undefined;
  useEffect(() => {
    let isWanted = true;
    if (at === undefined) reading.leavePassage(chatId);
    else if (isLoaded) {
      void reading.around(chatId, at).then(() => {
        if (!isWanted) return;
        setPlaced(at);
        if (!store.get().conversations.get(chatId)?.messages.has(at)) toast.info("This message could not be found.");
      });
    }
    return () => {
      isWanted = false;
    };
  }, [reading, store, chatId, at, isLoaded]);
  return at === undefined || placed === at;
}
