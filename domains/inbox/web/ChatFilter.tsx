import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Link } from "react-router";
import { type ChatType, chatTypes } from "../contract.ts";
import { type InboxAddress, inboxPath } from "./useInboxAddress.ts";
import { useUnread } from "./useUnread.ts";

const labels: Record<ChatType, string> = { all: "All", unread: "Unread", unreplied: "Unreplied" };

/** Which chats the list shows. */
export function ChatFilter({ address }: { address: InboxAddress }) {
  const unread = useUnread();
  const counts: Partial<Record<ChatType, number>> = {
    unread: unread?.unread_count,
    unreplied: unread?.unreplied_count,
  };
  const nameOf = (type: ChatType) =>
    counts[type] === undefined ? labels[type] : `${labels[type]} (${counts[type].toLocaleString("en-US")})`;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          fw={650}
          c="var(--mantine-color-text)"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Filter: ${nameOf(address.type)}`}
        >
          {nameOf(address.type)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {chatTypes.map((type) => (
          <Menu.Item
            key={type}
            component={Link}
            to={inboxPath({ ...address, type })}
            aria-current={type === address.type || undefined}
            rightSection={type === address.type && <IconCheck size={16} aria-hidden />}
          >
            {nameOf(type)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
