import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import { type ChatType, chatTypes } from "#domains/inbox/contract.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { useTags } from "#domains/inbox/tags/web/useTags.ts";
import classes from "./ChatFilter.module.css";
import { useUnreadCounts } from "./useUnreadCounts.ts";

const labels: Record<ChatType, string> = {
  all: "All",
  unread: "Unread",
  unreplied: "Unreplied",
  mine: "Mine",
  unassigned: "Unassigned",
  snoozed: "Snoozed",
};

interface FilterOption {
  type: string;
  label: string;
}

const withCount = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${countText(count)})`;

function useFilterOptions(): { own: FilterOption[]; ofTags: FilterOption[] } {
  const unread = useUnreadCounts();
  const tags = useTags().data ?? [];
  const counts: Partial<Record<ChatType, number | undefined>> = {
    unread: unread?.unread_count,
    unreplied: unread?.unreplied_count,
    snoozed: unread?.snoozed_count,
  };
  return {
    own: chatTypes.map((type) => ({ type, label: withCount(labels[type], counts[type]) })),
    ofTags: tags.map(({ slug, name, customer_count }) => ({ type: slug, label: withCount(name, customer_count) })),
  };
}

/** Chooses which chats the list shows: all, unread, unreplied, one's own, or those with a tag. */
export function ChatFilter({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const { own, ofTags } = useFilterOptions();
  const itemOf = ({ type, label }: FilterOption): MenuOption => ({
    name: type,
    label,
    checked: type === address.type,
    onClick: () => navigate(inboxPath({ ...address, type, q: undefined })),
  });
  const [first, ...others] = ofTags.map(itemOf);
  const items = [...own.map(itemOf), ...(first ? [{ ...first, section: "Tags" }, ...others] : [])];
  const label = [...own, ...ofTags].find(({ type }) => type === address.type)?.label ?? address.type;
  return (
    <DropMenu
      position="bottom-start"
      items={items}
      trigger={
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.button}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Filter: ${label}`}
          title={label}
        >
          {label}
        </Button>
      }
    />
  );
}
