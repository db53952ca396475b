import "@mantine/core/styles/Drawer.layer.css";
import { Drawer } from "@mantine/core";
import classes from "./CustomerDetails.module.css";
import { CustomerPanel } from "./CustomerPanel.tsx";
import type { Details } from "./useDetailsOpen.ts";
import { useInboxState } from "./useInbox.ts";

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
  if (!chat) return null;
  if (isWide) {
    return details.isOpen ? (
      <aside className={classes.aside} aria-label="Customer details">
        <CustomerPanel chat={chat} />
      </aside>
    ) : null;
  }
  return (
    <Drawer
      opened={details.isOpen}
      onClose={details.close}
      position="right"
      size="22rem"
      title="Customer details"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <CustomerPanel chat={chat} />
    </Drawer>
  );
}
