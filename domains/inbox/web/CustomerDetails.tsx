import { Suspense, useState } from "react";
import { part } from "#core/web/part.ts";
import classes from "./CustomerDetails.module.css";
import type { Details } from "./useDetailsOpen.ts";
import { useInboxState } from "./useInbox.ts";

// Only where they are used: a first view of the list must not wait for them.
const CustomerPanel = part(() => import("./CustomerPanel.tsx"), "CustomerPanel");
const CustomerDrawer = part(() => import("./CustomerDrawer.tsx"), "CustomerDrawer");

interface Props {
  chatId: number;
  /** Another chat is open by now, and its details are about to come: these keep their place, but aren't shown. */
  isStale: boolean;
  isWide: boolean;
  details: Details;
}

/** The right pane: beside the chat where there is room, else a drawer over it. */
export function CustomerDetails({ chatId, isStale, isWide, details }: Props) {
  const chat = useInboxState(
    ({ book, conversations }) => book.chats.get(chatId)?.value ?? conversations.get(chatId)?.chat?.value,
  );
  const [wasOpen, setWasOpen] = useState(false);
  if (details.isOpen && !wasOpen) setWasOpen(true);
  if (!chat) return null;
  if (isWide) {
    return details.isOpen ? (
      <aside className={classes.aside} data-stale={isStale || undefined} aria-label="Customer details">
        <Suspense>
          <CustomerPanel key={chatId} chat={chat} />
        </Suspense>
      </aside>
    ) : null;
  }
  if (!wasOpen || isStale) return null;
  return (
    <Suspense>
      <CustomerDrawer chat={chat} details={details} />
    </Suspense>
  );
}
