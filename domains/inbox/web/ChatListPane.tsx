import { ActionIcon, Loader, Tabs } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { PulsingDot } from "#core/web/feedback/PulsingDot.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { Can } from "#core/web/session/Can.tsx";
import { ChatFilter } from "../chatList/web/ChatFilter.tsx";
import { ChatRows } from "../chatList/web/ChatRows.tsx";
import { ListSegments } from "../chatList/web/ListSegments.tsx";
import { useUnreadCounts } from "../chatList/web/useUnreadCounts.ts";
import { inbox as inboxCalls } from "../contract.ts";
import { preloadMessagePane } from "../conversation/web/loadMessagePane.ts";
import { SearchBox } from "../search/web/SearchBox.tsx";
import { chatSelection } from "../selection/contract.ts";
import { selectionTexts } from "../selection/web/texts.ts";
import { useSelection } from "../selection/web/useSelection.ts";
import { Shortcuts } from "../shortcuts/web/Shortcuts.tsx";
import { type InboxAddress, inboxPath } from "../sync/web/useInboxAddress.ts";
import classes from "./ChatListPane.module.css";

const SendSmsDialog = lazyNamed(() => import("#domains/customers/web/public.tsx"), "SendSmsDialog");

const SearchResults = lazyNamed(() => import("../search/web/SearchResults.tsx"), "SearchResults");

const SelectionBar = lazyNamed(() => import("../selection/web/SelectionBar.tsx"), "SelectionBar");

/** The left pane: the two tabs, search, whose chats and which, and the chats. */
export function ChatListPane({ address }: { address: InboxAddress }) {
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
                aria-keyshortcuts="n"
                onClick={() => setWriting(true)}
              >
                <IconPlus size={18} aria-hidden />
              </ActionIcon>
            </Can>
          </div>
        </div>
        <SearchBox address={address} />
        {!address.q && <ListSegments address={address} />}
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
