import { lazy, Suspense, useState } from "react";
import classes from "./CustomerDetails.module.css";
import { CustomerPanel } from "./CustomerPanel.tsx";
import type { Details } from "./useDetailsOpen.ts";
import { useInboxState } from "./useInbox.ts";

/** Only where it is used: what it stands on weighs as much as the whole list. */
const CustomerDrawer = lazy(async () => ({ default: (await import("./CustomerDrawer.tsx")).CustomerDrawer }));

interface Props {
  chatId: number;
  isWide: boolean;
  details: Details;
}

/** The right pane: beside the chat where there is room, else a drawer over it. */
export function CustomerDetails({ chatId, isWide, details }: Props) {
  const chat = useInboxState(
    ({ book, conversations }) => book.chats.get(chatId)?.value ?? conversations.get(chatId)?.chat?.value,
  );
  const [wasOpen, setWasOpen] = useState(false);
  if (details.isOpen && !wasOpen) setWasOpen(true);
  if (!chat) return null;
  if (isWide) {
    return details.isOpen ? (
      <aside className={classes.aside} aria-label="Customer details">
        <CustomerPanel chat={chat} />
      </aside>
    ) : null;
  }
  if (!wasOpen) return null;
  return (
    <Suspense>
      <CustomerDrawer chat={chat} details={details} />
    </Suspense>
  );
}
