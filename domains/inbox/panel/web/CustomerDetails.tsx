import { Suspense, useState } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import classes from "./CustomerDetails.module.css";

// Loaded lazily, so that the first view of the list doesn't wait for them.
const CustomerPanel = lazyNamed(() => import("./CustomerPanel.tsx"), "CustomerPanel");
const CustomerDrawer = lazyNamed(() => import("./CustomerDrawer.tsx"), "CustomerDrawer");

interface Props {
  /** Undefined until the first details are rendered. */
  chatId: number | undefined;
  /** Another chat is open by now: these keep their place but are hidden until its details render. */
  isStale: boolean;
  isWide: boolean;
  details: DetailsToggle;
}

/** The right pane: beside the chat where there is room, otherwise a drawer over it. */
export function CustomerDetails({ chatId = 0, isStale, isWide, details }: Props) {
  const chat = useInboxState(
    ({ chatLists, conversations }) => chatLists.chats.get(chatId)?.value ?? conversations.get(chatId)?.chat?.value,
  );
  const [wasOpen, setWasOpen] = useState(false);
  if (details.isOpen && !wasOpen) setWasOpen(true);
  if (!chat && !isStale) return null;
  if (isWide) {
    return details.isOpen ? (
      <aside className={classes.aside} data-stale={isStale || undefined} aria-label="Customer details">
        <Suspense>{chat && <CustomerPanel key={chatId} chat={chat} details={details} />}</Suspense>
      </aside>
    ) : null;
  }
  if (!chat || !wasOpen || isStale) return null;
  return (
    <Suspense>
      <CustomerDrawer chat={chat} details={details} />
    </Suspense>
  );
}
