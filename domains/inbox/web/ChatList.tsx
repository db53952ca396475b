import { ActionIcon, Alert, Button, Loader, Skeleton, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { Virtuoso } from "react-virtuoso";
import { May } from "#core/web/May.tsx";
import { PulsingDot } from "#core/web/PulsingDot.tsx";
import { part } from "#core/web/part.ts";
import { inbox as inboxCalls } from "../contract.ts";
import { ChatFilter } from "./ChatFilter.tsx";
import classes from "./ChatList.module.css";
import { ChatRow } from "./ChatRow.tsx";
import { shownChats, type Tab } from "./chatBook.ts";
import { ListGone } from "./ListGone.tsx";
import { listParts } from "./listParts.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { useAhead } from "./useAhead.ts";
import { useInbox, useInboxState } from "./useInbox.ts";
import { type InboxAddress, inboxPath } from "./useInboxAddress.ts";
import { useUnread } from "./useUnread.ts";

const SendSmsDialog = part(() => import("#domains/customers/web/public.tsx"), "SendSmsDialog");

const SearchResults = part(() => import("./SearchResults.tsx"), "SearchResults");

/** The next batch is asked for when the end is this near. */
const nearEnd = 600;

/** The left pane: the chats, in two tabs. */
export function ChatList({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const unread = useUnread();
  const [writing, setWriting] = useState(false);
  const dot = (count: number | undefined) => (count ? <PulsingDot label="has unread chats" /> : undefined);
  const show = (tab: string | null) => {
    if (tab) navigate(inboxPath({ ...address, tab: tab === "inactive" ? "inactive" : "active" }));
  };
  return (
    <section className={classes.pane} aria-label="Conversations">
      <div className={classes.head}>
        <ChatFilter address={address} />
        <div className={classes.actions}>
          <Shortcuts open={address.open} />
          <May use={inboxCalls.sendToCustomer}>
            <ActionIcon
              size="lg"
              aria-label="Send SMS"
              title="Send SMS"
              aria-keyshortcuts="n"
              onClick={() => setWriting(true)}
            >
              <IconPlus size={20} aria-hidden />
            </ActionIcon>
          </May>
        </div>
      </div>
      <SearchBox address={address} />
      {address.q ? (
        <Suspense fallback={<Loader m="xl" role="status" aria-label="Searching" />}>
          <SearchResults q={address.q} address={address} />
        </Suspense>
      ) : (
        <Tabs value={address.tab} onChange={show} keepMounted={false} className={classes.tabs}>
          <Tabs.List grow>
            <Tabs.Tab value="active" rightSection={dot(unread?.unread_count_active)}>
              Active
            </Tabs.Tab>
            <Tabs.Tab value="inactive" rightSection={dot(unread?.unread_count_inactive)}>
              In-Active
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={address.tab} className={classes.panel}>
            <Chats key={`${address.type} ${address.tab}`} address={address} tab={address.tab} />
          </Tabs.Panel>
        </Tabs>
      )}
      {writing && (
        <Suspense>
          <SendSmsDialog opened onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Chats({ address, tab }: { address: InboxAddress; tab: Tab }) {
  const { listing } = useInbox();
  const { type, open } = address;
  const book = useInboxState(({ book }) => book);
  const failures = useInboxState(({ failures }) => failures);
  const chats = useMemo(() => shownChats(book, type, tab, open), [book, type, tab, open]);
  const ahead = useAhead();
  const failure = failures[listing.name(type)];
  const nextFailure = failures[listing.nextName(type, tab)];

  if (failure?.status === 404) return <ListGone address={address} />;
  if (!chats) {
    if (!failure) return <LoadingRows />;
    return <Failed text={failure.message} onRetry={() => void listing.first(type)} />;
  }
  if (chats.length === 0) return <NoChats isFiltered={type !== "all" || tab === "inactive"} />;
  return (
    <Virtuoso
      className={classes.rows}
      data={chats}
      tabIndex={-1}
      computeItemKey={(_, chat) => chat.id}
      defaultItemHeight={76}
      increaseViewportBy={300}
      atBottomThreshold={nearEnd}
      atBottomStateChange={(isNear) => isNear && !nextFailure && void listing.next(type, tab)}
      endReached={() => !nextFailure && void listing.next(type, tab)}
      components={listParts}
      context={{ failure: nextFailure?.message, retry: () => void listing.next(type, tab) }}
      itemContent={(_, chat) => (
        <ChatRow
          chat={chat}
          to={inboxPath({ ...address, open: chat.id, at: undefined })}
          isOpen={chat.id === address.open}
        />
      )}
      {...ahead}
    />
  );
}

function NoChats({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>No conversations found</p>
      {!isFiltered && (
        <May use={inboxCalls.sendToCustomer}>
          <p>Click + icon to start conversation</p>
        </May>
      )}
    </div>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Alert color="red" m="md" title="The conversations could not be loaded">
      <p className={classes.failure}>{text}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}

function LoadingRows() {
  return (
    <div aria-busy className={classes.loading}>
      <p className={classes.loadingText}>Loading…</p>
      {[70, 45, 60, 80, 50, 65].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton circle height={40} />
          <div>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} mt={10} width={`${120 - width}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
