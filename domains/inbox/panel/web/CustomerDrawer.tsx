import "@mantine/core/styles/Drawer.layer.css";
import { Drawer } from "@mantine/core";
import type { Chat } from "#domains/inbox/contract.ts";
import type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { CustomerPanel } from "./CustomerPanel.tsx";

/** The customer details as a drawer over the chat. */
export function CustomerDrawer({ chat, details }: { chat: Chat; details: DetailsToggle }) {
  return (
    <Drawer
      opened={details.isOpen}
      onClose={details.close}
      position="right"
      size="22rem"
      title="Customer details"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <CustomerPanel chat={chat} details={details} />
    </Drawer>
  );
}
