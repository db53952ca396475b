import { ActionIcon, Loader, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { PulsingDot } from "#core/web/feedback/PulsingDot.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { Can } from "#core/web/session/Can.tsx";
import { ChatFilter } from "../chatList/web/ChatFilter.tsx";
import { ChatRows } from "../chatList/web/ChatRows.tsx";
import { useUnreadCounts } from "../chatList/web/useUnreadCounts.ts";
import { inbox as inboxCalls } from "../contract.ts";
import { SearchBox } from "../search/web/SearchBox.tsx";
import { Shortcuts } from "../shortcuts/web/Shortcuts.tsx";
import { type InboxAddress, inboxPath } from "../sync/web/useInboxAddress.ts";
import classes from "./ChatListPane.module.css";

const SendSmsDialog = lazyNamed(() => import("#domains/customers/web/public.tsx"), "SendSmsDialog");

const SearchResults = lazyNamed(() => import("../search/web/SearchResults.tsx"), "SearchResults");

/** The left pane: filter, search, and the chats in two tabs. */
export function ChatListPane({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const unread = useUnreadCounts();
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
          <Can use={inboxCalls.sendToCustomer}>
            <ActionIcon
              size="lg"
              aria-label="Send SMS"
              title="Send SMS"
              aria-keyshortcuts="n"
              onClick={() => setWriting(true)}
            >
              <IconPlus size={20} aria-hidden />
            </ActionIcon>
          </Can>
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
            <ChatRows key={`${address.type} ${address.sort} ${address.tab}`} address={address} tab={address.tab} />
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
