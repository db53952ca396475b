import { ActionIcon, Loader, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { May } from "#core/web/May.tsx";
import { PulsingDot } from "#core/web/PulsingDot.tsx";
import { part } from "#core/web/part.ts";
import { inbox as inboxCalls } from "../contract.ts";
import { ChatFilter } from "./ChatFilter.tsx";
import classes from "./ChatList.module.css";
import { ChatRows } from "./ChatRows.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { type InboxAddress, inboxPath } from "./useInboxAddress.ts";
import { useUnread } from "./useUnread.ts";

const SendSmsDialog = part(() => import("#domains/customers/web/public.tsx"), "SendSmsDialog");

const SearchResults = part(() => import("./SearchResults.tsx"), "SearchResults");

/** The left pane: filter, search, and the chats in two tabs. */
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
            <ChatRows key={`${address.type} ${address.tab}`} address={address} tab={address.tab} />
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
