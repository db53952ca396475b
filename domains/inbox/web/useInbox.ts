import { createContext, useContext, useEffect, useMemo } from "react";
import { api } from "#core/web/api.ts";
import { newId } from "#core/web/newId.ts";
import { isBehindUntil, watchConnection } from "#core/web/realtime.ts";
import { session, useSession } from "#core/web/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createInbox, type Inbox } from "./inboxModel.ts";
import type { InboxState } from "./inboxState.ts";
import { isUnsentKey, unsentOwner } from "./unsentKeys.ts";

const Current = createContext<Inbox | undefined>(undefined);
export const InboxProvider = Current.Provider;

/** Kept between visits of the screen, so that coming back shows at once what was there; another person gets another. */
let kept: { of: string; inbox: Inbox; leave?: () => void } | undefined;

const whose = (person = session.current()) => `${person?.auth_token} ${person?.location_id} ${person?.user_id}`;

function inboxFor(of: string): Inbox {
  if (kept?.of !== of) {
    kept?.leave?.();
    const inbox = createInbox({
      call: api,
      shelf: globalThis.localStorage,
      owner: unsentOwner(session.current()),
      newId,
      now: () => new Date(),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      mayAct: () => whose() === of,
      alone,
      onBehind: isBehindUntil,
    });
    kept = { of, inbox };
  }
  return kept.inbox;
}

/** Where the browser has no locks, several tabs may send the same: the server takes each text once. */
function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : work();
}

/** Sends what was left, and follows what other tabs write and what becomes of the line; answers how to stop that. */
function sendUnsent({ sending }: Inbox): () => void {
  const onStored = ({ key }: StorageEvent) => isUnsentKey(key) && sending.look();
  window.addEventListener("storage", onStored);
  window.addEventListener("online", sending.wake);
  const unwatch = watchConnection((connection) => connection === "connected" && sending.wake());
  void sending.resume();
  return () => {
    window.removeEventListener("storage", onStored);
    window.removeEventListener("online", sending.wake);
    unwatch();
  };
}

/** Begins to send for this inbox, unless that was done. */
function beginSending(of: string): void {
  const inbox = inboxFor(of);
  if (kept) kept.leave ??= sendUnsent(inbox);
}

/** Sends what the signed-in person left here, also while another screen is open. */
export function resumeUnsent(): void {
  if (session.current()) beginSending(whose());
}

/** The inbox of the signed-in person at the acting location. */
export function useOwnInbox(): Inbox {
  const of = whose(useSession());
  useEffect(() => beginSending(of), [of]);
  return useMemo(() => inboxFor(of), [of]);
}

/** The inbox that the screen around shows. */
export function useInbox(): Inbox {
  const inbox = useContext(Current);
  if (!inbox) throw new Error("This belongs inside the inbox screen.");
  return inbox;
}

/** A part of the inbox's state; `pick` gives the same object for the same state. */
export function useInboxState<T>(pick: (state: InboxState) => T): T {
  const { store } = useInbox();
  return useStore(store.subscribe, () => pick(store.get()));
}
