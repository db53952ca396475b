import { createContext, useContext, useEffect, useMemo } from "react";
import { api } from "#core/web/call/api.ts";
import { newId } from "#core/web/newId.ts";
import { delayConnectedUntil, subscribeConnection } from "#core/web/realtime/realtime.ts";
import { session, useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createInbox, type Inbox } from "./inboxModel.ts";
import type { InboxState } from "./inboxState.ts";
import { isUnsentKey, unsentOwner } from "./unsentWork.ts";

const InboxContext = createContext<Inbox | undefined>(undefined);
export const InboxProvider = InboxContext.Provider;

/** Cached between visits of the screen; one per person and location. */
let cached: { key: string; inbox: Inbox; stopSending?: () => void } | undefined;

const sessionKey = (person = session.current()) => `${person?.auth_token} ${person?.location_id} ${person?.user_id}`;

function inboxFor(key: string): Inbox {
  if (cached?.key !== key) {
    cached?.stopSending?.();
    const inbox = createInbox({
      call: api,
      storage: globalThis.localStorage,
      owner: unsentOwner(session.current()),
      newId,
      now: () => new Date(),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      isSessionCurrent: () => sessionKey() === key,
      withLock,
      onCatchUp: delayConnectedUntil,
    });
    cached = { key, inbox };
  }
  return cached.inbox;
}

/** Without Web Locks several tabs may send the same message; the server accepts each once. */
function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : work();
}

/** Sends unsent messages, and follows other tabs and the connection; returns how to stop. */
function startSendingFor({ sender }: Inbox): () => void {
  const onStorage = ({ key }: StorageEvent) => isUnsentKey(key) && sender.syncFromStorage();
  window.addEventListener("storage", onStorage);
  window.addEventListener("online", sender.retryNow);
  const unwatch = subscribeConnection((connection) => connection === "connected" && sender.retryNow());
  void sender.resume();
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("online", sender.retryNow);
    unwatch();
  };
}

/** Starts sending for this person, unless that was done. */
function ensureSending(key: string): void {
  const inbox = inboxFor(key);
  if (cached) cached.stopSending ??= startSendingFor(inbox);
}

/** Sends what the signed-in person left unsent, also while another screen is open. */
export function resumeUnsent(): void {
  if (session.current()) ensureSending(sessionKey());
}

/** The inbox of the signed-in person at the acting location. */
export function useOwnInbox(): Inbox {
  const key = sessionKey(useSession());
  useEffect(() => ensureSending(key), [key]);
  return useMemo(() => inboxFor(key), [key]);
}

/** The inbox of the surrounding screen. */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("This belongs inside the inbox screen.");
  return inbox;
}

/** A selected part of the inbox's state; `pick` must return the same object for the same state. */
export function useInboxState<T>(pick: (state: InboxState) => T): T {
  const { store } = useInbox();
  return useStore(store.subscribe, () => pick(store.get()));
}
