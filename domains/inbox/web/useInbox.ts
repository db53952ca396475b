import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { api } from "#core/web/api.ts";
import { newId } from "#core/web/newId.ts";
import { useSession } from "#core/web/session.ts";
import { createInbox, type Inbox } from "./inboxModel.ts";
import type { InboxState } from "./inboxState.ts";

const Current = createContext<Inbox | undefined>(undefined);
export const InboxProvider = Current.Provider;

/** Kept between visits of the screen, so that coming back shows at once what was there; another person gets another. */
let kept: { of: string; inbox: Inbox } | undefined;

function inboxFor(of: string): Inbox {
  if (kept?.of !== of) {
    const inbox = createInbox({
      call: api,
      shelf: globalThis.sessionStorage,
      newId,
      now: () => new Date(),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
    kept = { of, inbox };
  }
  return kept.inbox;
}

/** The inbox of the signed-in person at the acting location. */
export function useOwnInbox(): Inbox {
  const session = useSession();
  const of = `${session?.auth_token} ${session?.location_id}`;
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
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}
