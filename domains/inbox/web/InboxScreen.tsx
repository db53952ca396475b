import { ActionIcon, Loader, Tabs } from "@mantine/core";
import { IconListCheck, IconMessages, IconPlus } from "@tabler/icons-react";
import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { PulsingDot } from "#core/web/feedback/PulsingDot.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useMedia } from "#core/web/layout/useMedia.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { type FirstRun, firstRun } from "#domains/inbox/firstRun/contract.ts";
import { leftOf } from "#domains/inbox/firstRun/rules.ts";
import { chatSelection } from "#domains/inbox/list/contract.ts";
import { ChatFilter, ListSegments } from "#domains/inbox/list/web/ChatFilter.tsx";
import { ChatRows } from "#domains/inbox/list/web/ChatRows.tsx";
import { SearchBox } from "#domains/inbox/list/web/search/SearchBox.tsx";
import { Shortcuts } from "#domains/inbox/list/web/shortcuts/Shortcuts.tsx";
import { selectionTexts } from "#domains/inbox/list/web/texts.ts";
import { useSelection } from "#domains/inbox/list/web/useSelection.ts";
import { useUnreadCounts } from "#domains/inbox/list/web/useUnreadCounts.ts";
import { CustomerDetails } from "#domains/inbox/panel/web/CustomerDetails.tsx";
import { useDetailsOpen } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { InboxProvider, useOwnInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { type InboxAddress, inboxPath, useInboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { useLiveInbox } from "#domains/inbox/sync/web/useLiveInbox.ts";
import { usePresenceEvents } from "#domains/inbox/sync/web/usePresence.ts";
import { SavedViews } from "#domains/views/web/public.tsx";
import { inbox as inboxCalls } from "../contract.ts";
import classes from "./InboxScreen.module.css";

/** The code of an open conversation. The first view of the list doesn't wait for it. */
const loadMessagePane = () => import("#domains/inbox/conversation/web/MessagePane.tsx");

/** Loads it ahead; the screen reports a failure when it opens the conversation. */
const preloadMessagePane = (): void => void loadMessagePane().catch(() => undefined);

const MessagePane = lazyNamed(loadMessagePane, "MessagePane");

// An address with a conversation needs its code immediately, along with the messages.
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

const SendSmsDialog = lazyNamed(() => import("./public.tsx"), "SendSmsDialog");

const SearchResults = lazyNamed(() => import("#domains/inbox/list/web/search/SearchResults.tsx"), "SearchResults");

const SelectionBar = lazyNamed(() => import("#domains/inbox/list/web/SelectionBar.tsx"), "SelectionBar");

/** The left pane: the two tabs, search, whose chats and which, and the chats. */
function ChatListPane({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const unread = useUnreadCounts();
  const selection = useSelection();
  const [writing, setWriting] = useState(false);
  const dot = (count: number | undefined) => (count ? <PulsingDot label="has unread chats" /> : undefined);
  const show = (tab: string | null) => {
    if (tab) navigate(inboxPath({ ...address, tab: tab === "inactive" ? "inactive" : "active", q: undefined }));
  };
  const list = `${address.type} ${address.sort} ${address.tab}`;
  return (
    <section className={classes.pane} aria-label="Conversations">
      <Tabs value={address.tab} onChange={show} keepMounted={false} className={classes.tabs}>
        <div className={classes.head}>
          <Tabs.List className={classes.list}>
            <Tabs.Tab className={classes.tab} value="active" rightSection={dot(unread?.unread_count_active)}>
              Active
            </Tabs.Tab>
            <Tabs.Tab className={classes.tab} value="inactive" rightSection={dot(unread?.unread_count_inactive)}>
              In-Active
            </Tabs.Tab>
          </Tabs.List>
          <div className={classes.actions}>
            <ChatFilter address={address} />
            <Can use={chatSelection.close}>
              <ActionIcon
                variant={selection.ids ? "light" : "subtle"}
                color={selection.ids ? undefined : "gray"}
                size="lg"
                aria-label={selectionTexts.select}
                title={`${selectionTexts.select} (x)`}
                aria-pressed={selection.ids !== undefined}
                onClick={() => (selection.ids ? selection.end() : selection.set([]))}
              >
                <IconListCheck size={18} aria-hidden />
              </ActionIcon>
            </Can>
            <Shortcuts open={address.open} onSelect={selection.toggle} />
            <Can use={inboxCalls.sendToCustomer}>
              <ActionIcon
                size="lg"
                aria-label="Send SMS"
                title="Send SMS"
                aria-keyshortcuts="w"
                onClick={() => setWriting(true)}
              >
                <IconPlus size={18} aria-hidden />
              </ActionIcon>
            </Can>
          </div>
        </div>
        <SearchBox address={address} />
        {!address.q && <ListSegments address={address} />}
        {!address.q && <SavedViews screen="inbox" />}
        <Tabs.Panel value={address.tab} className={classes.panel}>
          {address.q ? (
            <Suspense fallback={<Loader m="xl" role="status" aria-label="Searching" />}>
              <SearchResults q={address.q} address={address} />
            </Suspense>
          ) : (
            <ChatRows
              key={list}
              address={address}
              tab={address.tab}
              selection={selection}
              preloadCode={preloadMessagePane}
            />
          )}
        </Tabs.Panel>
      </Tabs>
      {selection.ids && !address.q && (
        <Suspense>
          <SelectionBar key={list} selection={selection} address={address} />
        </Suspense>
      )}
      {writing && (
        <Suspense>
          <SendSmsDialog opened onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  );
}

const FirstRunList = lazyNamed(() => import("#domains/inbox/firstRun/web/FirstRunList.tsx"), "FirstRunList");

/** The middle pane while no chat is open: a new owner's first steps, if some are left. */
function NoChatOpen() {
  const led = useFirstRun();
  if (led) {
    return (
      <div className={classes.first} data-leads={led.has_chats === 0 || undefined}>
        <Suspense>
          <FirstRunList found={led} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.nothing}>
      <IconMessages size={44} stroke={1.2} aria-hidden />
      <p>Select a conversation</p>
    </div>
  );
}

/** The owner's first steps, while there are any left and they are not hidden. */
function useFirstRun(): FirstRun | undefined {
  const isOwner = useCan(firstRun.steps);
  const { data } = useCall(firstRun.steps, {}, { enabled: isOwner, staleTime: 10_000 });
  return data && data.hidden === 0 && leftOf(data.steps) > 0 ? data : undefined;
}
