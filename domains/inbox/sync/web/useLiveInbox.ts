import { useEffect } from "react";
import { afterFrame } from "#core/web/loading/afterFrame.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { consentEvents } from "#domains/customers/consent/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { chatNoteEvents, timelineEvents } from "#domains/inbox/conversation/contract.ts";
import { chatTagEvents } from "#domains/inbox/list/contract.ts";
import { locationEvents } from "#domains/locations/contract.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { listKey } from "./chatListCache.ts";
import type { Inbox } from "./inboxModel.ts";
import type { MessageLoader } from "./messageLoader.ts";
import type { InboxAddress } from "./useInboxAddress.ts";

/** A page hidden for less than this kept its connection and missed nothing. Milliseconds. */
const maxHidden = 10_000;

const isVisible = () => document.visibilityState === "visible";

/** Shows cached messages before it reloads them. */
function loadNewestSoon(messageLoader: MessageLoader, chat: number): () => void {
  const load = () => void messageLoader.newest(chat);
  if (messageLoader.hasMessages(chat)) return afterFrame(load);
  load();
  return () => undefined;
}

/** Loads what the address shows, follows realtime events, and catches up with those that may have been missed. */
export function useLiveInbox(inbox: Inbox, { type, sort, open }: InboxAddress): void {
  const list = listKey(type, sort);
  const { store, chatListLoader, messageLoader, realtimeSync } = inbox;

  useEffect(() => {
    store.view = { ...store.view, list, visible: isVisible() };
    void chatListLoader.first(list);
  }, [store, chatListLoader, list]);

  useEffect(() => {
    store.view = { ...store.view, open, visible: isVisible() };
    const cancel = open === undefined ? undefined : loadNewestSoon(messageLoader, open);
    return () => {
      cancel?.();
      store.view = { ...store.view, open: undefined };
    };
  }, [store, messageLoader, open]);

  useRealtimeEvent(inboxEvents.messageOpen, realtimeSync.onMessage);
  useRealtimeEvent(inboxEvents.chatChanged, ({ target_id }) => realtimeSync.onChatChanged(target_id));
  useRealtimeEvent(chatTagEvents.changed, ({ target_id }) => realtimeSync.onChatChanged(target_id));
  useRealtimeEvent(tagEvents.listChanged, realtimeSync.onTagsChanged);
  useRealtimeEvent(consentEvents.changed, ({ customer_id }) => realtimeSync.onCustomerChanged(customer_id));
  useRealtimeEvent(inboxEvents.messagesMoved, ({ target_id }) => realtimeSync.onMessagesMoved(target_id));
  useRealtimeEvent(timelineEvents.changed, ({ target_id }) => realtimeSync.onLogChanged(target_id));
  useRealtimeEvent(chatNoteEvents.changed, ({ target_id }) => realtimeSync.onLogChanged(target_id));
  useRealtimeEvent(inboxEvents.numberAssigned, () => void realtimeSync.catchUp());
  useRealtimeEvent(locationEvents.numberChanged, () => void realtimeSync.catchUp());
  useOnReconnect(realtimeSync.catchUp);

  useEffect(() => {
    let hiddenAt = Date.now();
    const onVisibility = () => {
      store.view = { ...store.view, visible: isVisible() };
      if (!isVisible()) hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > maxHidden) void realtimeSync.catchUp();
      else if (store.view.open !== undefined && messageLoader.isUnseen(store.view.open)) {
        void messageLoader.newest(store.view.open);
      }
    };
    const catchUp = () => void realtimeSync.catchUp();
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("online", catchUp);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("online", catchUp);
    };
  }, [store, messageLoader, realtimeSync]);
}
