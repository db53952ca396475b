import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { type ChatType, chatSorts, chatTypes } from "#domains/inbox/contract.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { AddViewDialog } from "#domains/views/web/public.tsx";
import { chatTagEvents, chatTags } from "../contract.ts";
import classes from "./ChatFilter.module.css";
import { chatListTexts } from "./texts.ts";
import { useUnreadCounts } from "./useUnreadCounts.ts";

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
    own: chatTypes.map((type) => ({ type, label: withCount(chatListTexts.lists[type], counts[type]) })),
    ofTags: tags.map(({ slug, name, customer_count }) => ({ type: slug, label: withCount(name, customer_count) })),
  };
}

/** The first of some items under a heading. */
function underHeading(section: string, [first, ...others]: readonly MenuOption[]): MenuOption[] {
  return first ? [{ ...first, section }, ...others] : [];
}

/** Chooses which chats the list shows, and in which order. The button names what the segments beside it don't. */
export function ChatFilter({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const { own, ofTags } = useFilterOptions();
  const { sort = "newest", type: current } = address;
  const [isSaving, setSaving] = useState(false);
  const listed = inboxPath({ ...address, open: undefined, q: undefined });
  const itemOf = ({ type, label }: FilterOption): MenuOption => ({
    name: type,
    label,
    checked: type === current,
    onClick: () => navigate(inboxPath({ ...address, type, q: undefined })),
  });
  const sorts = chatSorts.map(
    (one): MenuOption => ({
      name: `sort ${one}`,
      label: chatListTexts[one],
      checked: one === sort,
      onClick: () => navigate(inboxPath({ ...address, sort: one, q: undefined })),
    }),
  );
  const items = [
    ...own.map(itemOf),
    ...underHeading(chatListTexts.sort, sorts),
    ...underHeading(chatListTexts.tags, ofTags.map(itemOf)),
    ...underHeading(chatListTexts.views, [
      { name: "save view", label: chatListTexts.saveView, onClick: () => setSaving(true) },
    ]),
  ];
  const label = [...own, ...ofTags].find(({ type }) => type === current)?.label ?? current;
  const shown = ["mine", "unassigned", "all"].includes(current) ? [] : [label];
  if (sort === "waiting") shown.push(chatListTexts.waiting);
  return (
    <>
      <DropMenu
        position="bottom-end"
        items={items}
        trigger={
          <Button
            variant={shown.length > 0 ? "light" : "subtle"}
            color={shown.length > 0 ? undefined : "gray"}
            size="compact-md"
            className={classes.button}
            aria-label={`Filter: ${label}`}
            title={`Filter: ${label}`}
          >
            <IconFilter size={18} aria-hidden />
            {shown.length > 0 && <span className={classes.label}>{shown.join(" · ")}</span>}
          </Button>
        }
      />
      <AddViewDialog opened={isSaving} onClose={() => setSaving(false)} address={listed} onSaved={() => undefined} />
    </>
  );
}

const segments = ["mine", "unassigned", "all"] as const;

/** Mine, unassigned or all conversations, each with how many there are. */
export function ListSegments({ address }: { address: InboxAddress }) {
  const counts = useUnreadCounts()?.[address.tab];
  return (
    <nav className={classes.segments} aria-label={chatListTexts.assignment}>
      {segments.map((type) => (
        <Link
          key={type}
          to={inboxPath({ ...address, type, q: undefined })}
          className={classes.segment}
          aria-current={type === address.type ? "true" : undefined}
        >
          {chatListTexts.lists[type]} {counts && <span className={classes.count}>{countText(counts[type])}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** A burst of events within this time reloads the tags once. Milliseconds. */
const burst = 250;

/** All tags with their customer counts; reloads when a tag is added to a chat, removed, created or deleted. */
export function useTags() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [chatTags.all.name] });
    }, burst);
  };
  useRealtimeEvent(chatTagEvents.changed, refresh);
  useRealtimeEvent(tagEvents.listChanged, refresh);
  useOnReconnect(refresh);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCall(chatTags.all, {}, { staleTime: 60_000 });
}
