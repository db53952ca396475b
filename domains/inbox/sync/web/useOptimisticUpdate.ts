import type { Call } from "#core/call.ts";
import type { SendInput } from "#core/web/call/useSend.ts";
import { useSend } from "#core/web/call/useSend.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { withChatPatch } from "./chatListCache.ts";
import type { InboxStore } from "./inboxState.ts";
import { createLatestOnly } from "./latestOnly.ts";
import { useInbox } from "./useInbox.ts";

type SendTask = () => Promise<unknown>;

/** One queue for each call and chat, so that a shortcut and a switch for the same thing can't overtake each other. */
const queues = new WeakMap<InboxStore, Map<string, (send: SendTask) => void>>();

function queueFor(store: InboxStore, name: string, onDone: () => void): (send: SendTask) => void {
  const ofStore = queues.get(store) ?? new Map<string, (send: SendTask) => void>();
  queues.set(store, ofStore);
  const queue = ofStore.get(name) ?? createLatestOnly<SendTask>((send) => send(), onDone);
  ofStore.set(name, queue);
  return queue;
}

/**
 * Changes a chat optimistically and reloads it when the server has responded. Of changes made meanwhile the latest wins.
 */
export function useOptimisticUpdate<C extends Call>(call: C, chat_id: number) {
  const { store, chatListLoader, sender } = useInbox();
  const send = useSend(call);
  const show = (change: Partial<Chat>) => {
    const asOf = store.stamp();
    store.change(({ chatLists }) => ({ chatLists: withChatPatch(chatLists, asOf, chat_id, change) }));
  };
  return {
    update(input: SendInput<C>, change: Partial<Chat>) {
      show(change);
      const enqueue = queueFor(store, `${call.name} ${chat_id}`, () => void chatListLoader.row(chat_id));
      enqueue(async () => {
        // A text still being sent would reopen the chat that this closes.
        await sender.sentIn(chat_id);
        // The response before it may have overwritten the change.
        show(change);
        // useSend has reported a failure already.
        return send.mutateAsync(input).catch(() => undefined);
      });
    },
  };
}
