import type { Call } from "#core/call.ts";
import type { Sent } from "#core/web/useSend.ts";
import { useSend } from "#core/web/useSend.ts";
import type { Chat } from "../contract.ts";
import { withChange } from "./chatBook.ts";
import type { InboxStore } from "./inboxState.ts";
import { createLastWish } from "./lastWish.ts";
import { useInbox } from "./useInbox.ts";

type Send = () => Promise<unknown>;

/** What is on its way, by call and chat: a key and a switch that mean the same don't overtake each other. */
const lanes = new WeakMap<InboxStore, Map<string, (send: Send) => void>>();

function laneOf(store: InboxStore, name: string, onDone: () => void): (send: Send) => void {
  const known = lanes.get(store) ?? new Map<string, (send: Send) => void>();
  lanes.set(store, known);
  const lane = known.get(name) ?? createLastWish<Send>((send) => send(), onDone);
  known.set(name, lane);
  return lane;
}

/**
 * Marks a chat: it shows at once, and is asked for again when the server has answered. Marked again meanwhile, it becomes
 * what was wished last.
 */
export function useChatMark<C extends Call>(call: C, chat_id: number) {
  const { store, listing } = useInbox();
  const send = useSend(call);
  const show = (change: Partial<Chat>) => {
    const asOf = store.stamp();
    store.change(({ book }) => ({ book: withChange(book, asOf, chat_id, change) }));
  };
  return {
    mark(given: Sent<C>, change: Partial<Chat>) {
      show(change);
      const lane = laneOf(store, `${call.name} ${chat_id}`, () => void listing.row(chat_id));
      lane(() => {
        // What the answer before it brought stands no more.
        show(change);
        // A failure was said already.
        return send.mutateAsync(given).catch(() => undefined);
      });
    },
  };
}
