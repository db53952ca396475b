import { useMediaQuery } from "@mantine/hooks";
import { useDeferredValue } from "react";
import { Navigate } from "react-router";
import { Screen } from "#core/web/Screen.tsx";
import { usePresenceNews } from "#domains/inbox/team/web/public.tsx";
import { ChatList } from "./ChatList.tsx";
import { CustomerDetails } from "./CustomerDetails.tsx";
import classes from "./InboxScreen.module.css";
import { MessagePane } from "./MessagePane.tsx";
import { NoChatOpen } from "./NoChatOpen.tsx";
import { useDetailsOpen } from "./useDetailsOpen.ts";
import { InboxProvider, useOwnInbox } from "./useInbox.ts";
import { type InboxAddress, useInboxAddress } from "./useInboxAddress.ts";
import { useLiveInbox } from "./useLiveInbox.ts";

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
  const isWide = useMediaQuery("(min-width: 80em)", undefined, { getInitialValueInEffect: false }) ?? true;
  const details = useDetailsOpen(isWide);
  // Deferred: the messages render first, and the header already names the customer.
  const detailsOf = useDeferredValue(address.open);
  useLiveInbox(inbox, address);
  usePresenceNews();
  return (
    <InboxProvider value={inbox}>
      <div className={classes.panes} data-open={address.open !== undefined || undefined}>
        <ChatList address={address} />
        {address.open === undefined ? (
          <NoChatOpen />
        ) : (
          <>
            <MessagePane chatId={address.open} address={address} details={details} />
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
