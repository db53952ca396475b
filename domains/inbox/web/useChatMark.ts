import type { Call } from "#core/call.ts";
import type { Given } from "#core/client.ts";
import { useSend } from "#core/web/useSend.ts";
import type { Chat } from "../contract.ts";
import { withChange } from "./chatBook.ts";
import { useInbox } from "./useInbox.ts";

/** Marks a chat: it shows at once, and is asked for again when the server has answered. */
export function useChatMark<C extends Call>(call: C, chat_id: number) {
  const { store, listing } = useInbox();
  const ask = () => void listing.row(chat_id);
  const send = useSend(call, { onSuccess: ask, onFailure: ask });
  return {
    isPending: send.isPending,
    mark(given: Omit<Given<C>, "signal">, change: Partial<Chat>) {
      const asOf = store.stamp();
      store.change(({ book }) => ({ book: withChange(book, asOf, chat_id, change) }));
      send.mutate(given);
    },
  };
}
