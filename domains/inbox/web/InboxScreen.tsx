import { Suspense, useDeferredValue, useEffect } from "react";
import { Navigate } from "react-router";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useMedia } from "#core/web/layout/useMedia.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { usePresenceEvents } from "#domains/inbox/presence/web/usePresence.ts";
import { loadMessagePane, preloadMessagePane } from "../conversation/web/loadMessagePane.ts";
import { CustomerDetails } from "../customerPanel/web/CustomerDetails.tsx";
import { useDetailsOpen } from "../customerPanel/web/useDetailsOpen.ts";
import { InboxProvider, useOwnInbox } from "../sync/web/useInbox.ts";
import { type InboxAddress, useInboxAddress } from "../sync/web/useInboxAddress.ts";
import { useLiveInbox } from "../sync/web/useLiveInbox.ts";
import { ChatListPane } from "./ChatListPane.tsx";
import classes from "./InboxScreen.module.css";
import { NoChatOpen } from "./NoChatOpen.tsx";

const MessagePane = lazyNamed(loadMessagePane, "MessagePane");

// An address that names a conversation needs it at once, along with the messages.
if (/^\/inbox\/[^/]+\/\d+/.test(globalThis.location?.pathname ?? "")) preloadMessagePane();

/** Milliseconds after which the list has long been shown. */
const idle = 4_000;

/** The conversations with customers: the list, the open chat, the customer's details. */
export function InboxScreen() {
  const address = useInboxAddress();
  return (
    <Screen title="Inbox" fill>
      {address ? <Inbox address={address} /> : <Navigate to="/inbox/all" replace />}
    </Screen>
  );
}

function Inbox({ address }: { address: InboxAddress }) {
  const inbox = useOwnInbox();
  const isWide = useMedia("(min-width: 80em)");
  const details = useDetailsOpen(isWide, address.open);
  // Deferred: the messages render first, and the header already names the customer.
  const detailsOf = useDeferredValue(address.open);
  useLiveInbox(inbox, address);
  usePresenceEvents();
  // So that a conversation opens without a connection, too.
  useEffect(() => {
    const timer = setTimeout(preloadMessagePane, idle);
    return () => clearTimeout(timer);
  }, []);
  return (
    <InboxProvider value={inbox}>
      <div className={classes.panes} data-open={address.open !== undefined || undefined}>
        <ChatListPane address={address} />
        {address.open === undefined ? (
          <NoChatOpen />
        ) : (
          <>
            <Suspense fallback={<section className={classes.opening} aria-busy />}>
              <MessagePane chatId={address.open} address={address} details={details} />
            </Suspense>
            <CustomerDetails
              chatId={detailsOf}
              isStale={detailsOf !== address.open}
              isWide={isWide}
              details={details}
            />
          </>
        )}
      </div>
    </InboxProvider>
  );
}
