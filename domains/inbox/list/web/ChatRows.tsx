import { Badge, Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconStarFilled } from "@tabler/icons-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type SyntheticEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import { Link } from "react-router";
import { Virtuoso } from "react-virtuoso";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useDensity } from "#core/web/table/useDensity.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Chat, inbox as inboxCalls } from "#domains/inbox/contract.ts";
import { listKey, type Tab, visibleChats } from "#domains/inbox/sync/web/chatListCache.ts";
import { PresenceIcon } from "#domains/inbox/sync/web/PresenceLine.tsx";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { AssigneeBadge, useMembers } from "./AssigneeBadge.tsx";
import classes from "./ChatRows.module.css";
import { shortTime } from "./chatTime.ts";
import { initialsOf, nameOf } from "./customerName.ts";
import { listComponents } from "./LoadMoreRow.tsx";
import { moveFocusByArrows } from "./rowNavigation.ts";
import { speakerOf } from "./rowTexts.ts";
import { chatListTexts } from "./texts.ts";
import type { Selection } from "./useSelection.ts";
import { FailedBadge, OptedOutBadge, UnconfirmedBadge, WaitBadge } from "./WaitBadge.tsx";

/** Rows that are rendered with the list itself: without, it renders again once it has been measured, all in one task. */
const firstRows = 10;

/** Pixels from the end at which the next batch loads. */
const nearEnd = 600;

interface Props {
  address: InboxAddress;
  tab: Tab;
  selection: Selection;
  /** Fetches the code of an open chat; called when one is about to be opened. */
  preloadCode: () => void;
}

/** The chats of one tab of a list. */
export function ChatRows({ address, tab, selection, preloadCode }: Props) {
  const { chatListLoader } = useInbox();
  const { type, sort, open } = address;
  const list = listKey(type, sort);
  const chatLists = useInboxState(({ chatLists }) => chatLists);
  const failures = useInboxState(({ failures }) => failures);
  const chats = useMemo(() => visibleChats(chatLists, list, tab, open), [chatLists, list, tab, open]);
  // The first rows render with low priority, so that the page stays responsive; later ones appear immediately.
  const mayShowRows = useDeferredValue(chats !== undefined, false);
  const failure = failures[chatListLoader.failureKey(list)];

  if (failure?.status === 404) return <ListNotFound address={address} />;
  if (!chats && failure) {
    return (
      <LoadFailure
        failure={failure}
        retry={() => chatListLoader.first(list)}
        title="The conversations couldn't be loaded"
        m="md"
      />
    );
  }
  if (!chats || !mayShowRows) return <LoadingRows />;
  if (chats.length === 0) return <NoChats isFiltered={type !== "all" || tab === "inactive"} />;
  return <LoadedRows address={address} tab={tab} chats={chats} selection={selection} preloadCode={preloadCode} />;
}

/** A component of its own: only in a browser do rows have a height. */
function LoadedRows({ address, tab, chats, selection, preloadCode }: Props & { chats: readonly Chat[] }) {
  const { chatListLoader } = useInbox();
  const list = listKey(address.type, address.sort);
  const nextFailure = useInboxState(({ failures }) => failures)[chatListLoader.nextFailureKey(list, tab)];
  const height = useRowHeight();
  const prefetchHandlers = usePrefetchOnHover(preloadCode);
  return (
    <Virtuoso
      // The list takes another height of its rows only when it is made.
      key={height.pixels}
      className={classes.rows}
      style={{ "--chat-row": `${height.rem}rem` } as CSSProperties}
      data={chats}
      tabIndex={-1}
      computeItemKey={(_, chat) => chat.id}
      fixedItemHeight={height.pixels}
      initialItemCount={Math.min(firstRows, chats.length)}
      increaseViewportBy={300}
      atBottomThreshold={nearEnd}
      atBottomStateChange={(isNear) => isNear && !nextFailure && void chatListLoader.next(list, tab)}
      endReached={() => !nextFailure && void chatListLoader.next(list, tab)}
      components={listComponents}
      context={{ failure: nextFailure?.message, retry: () => void chatListLoader.next(list, tab) }}
      itemContent={(_, chat) => (
        <ChatRow
          chat={chat}
          to={inboxPath({ ...address, open: chat.id, at: undefined })}
          isOpen={chat.id === address.open}
          isSelected={selection.ids?.has(chat.id)}
          onSelect={selection.toggle}
        />
      )}
      {...prefetchHandlers}
    />
  );
}

function NoChats({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{chatListTexts.empty}</p>
      {!isFiltered && (
        <Can use={inboxCalls.sendToCustomer}>
          <p>{chatListTexts.emptyHint}</p>
        </Can>
      )}
    </div>
  );
}

function LoadingRows() {
  return (
    <div aria-busy className={classes.loading}>
      <p className={classes.loadingText}>Loading…</p>
      {[70, 45, 60, 80, 50, 65].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton circle height={32} />
          <div>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} mt={10} width={`${120 - width}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ChatRowProps {
  chat: Chat;
  /** Its address. */
  to: string;
  isOpen: boolean;
  /** Whether it is selected; undefined while no conversations are being selected. */
  isSelected?: boolean | undefined;
  /** Selects it, or no longer. */
  onSelect: (chat_id: number) => void;
}

/** One chat in the list; memoized, so that it renders again only when it changes. */
const ChatRow = memo(function ChatRow({ chat, to, isOpen, isSelected, onSelect }: ChatRowProps) {
  const { customer } = chat;
  const isSelecting = isSelected !== undefined;
  const toggle = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    onSelect(chat.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (isSelecting && event.key === " ") toggle(event);
    else moveFocusByArrows(event);
  };
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={isOpen ? "page" : undefined}
      data-unread={chat.is_read === 0 || undefined}
      data-selected={isSelected || undefined}
      data-chat={chat.id}
      {...(isSelecting && { role: "checkbox", "aria-checked": isSelected, onClick: toggle })}
      onKeyDown={onKeyDown}
    >
      {isSelecting ? (
        <span className={classes.check}>{isSelected && <IconCheck size={18} aria-hidden />}</span>
      ) : (
        <Initials initials={initialsOf(customer)} seed={customer.id} size={32} />
      )}
      <span className={classes.lines}>
        <NameLine chat={chat} />
        <PreviewLine chat={chat} />
      </span>
    </Link>
  );
});

/** The customer's name, and when the chat was last active. */
function NameLine({ chat }: { chat: Chat }) {
  const { zone, dateTime } = useTime();
  const { customer, chat_time, new_message_count } = chat;
  return (
    <span className={classes.line}>
      <span className={classes.name}>
        <span className={classes.cut}>{nameOf(customer)}</span>
        {chat.is_pinned === 1 && (
          <span className={classes.star}>
            <IconStarFilled size={14} aria-hidden />
            <VisuallyHidden>Pinned</VisuallyHidden>
          </span>
        )}
        {customer.optin_status === 0 && <OptedOutBadge />}
        {chat.unconfirmed_since && <UnconfirmedBadge />}
      </span>
      <span className={classes.badges}>
        <time className={classes.time} dateTime={chat_time} title={dateTime(chat_time)}>
          {shortTime(chat_time, zone, new Date())}
        </time>
        {new_message_count > 0 && (
          <span className={classes.count}>
            {new_message_count > 99 ? "99+" : new_message_count}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </span>
    </span>
  );
}

/** The last message with who wrote it, whether it failed, how long the customer has waited, and whose chat it is. */
function PreviewLine({ chat }: { chat: Chat }) {
  const { me } = useMembers();
  const speaker = speakerOf(chat, me);
  return (
    <span className={classes.line}>
      <span className={classes.message}>
        {speaker && <span className={classes.speaker}>{speaker} </span>}
        {chat.new_message}
      </span>
      <span className={classes.badges}>
        <PresenceIcon chatId={chat.id} />
        {chat.customer.asked_to_stop && (
          <Badge size="sm" color="red">
            Opt-out?
          </Badge>
        )}
        <FailedBadge chat={chat} />
        <WaitBadge chat={chat} />
        {chat.assigned_to !== null && <AssigneeBadge id={chat.assigned_to} />}
      </span>
    </span>
  );
}

/** Shown in place of a list that doesn't exist. */
function ListNotFound({ address }: { address: InboxAddress }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>This list doesn't exist</p>
      <p>Its tag may have been deleted, or there's a typo in the address.</p>
      <Button component={Link} to={inboxPath({ ...address, type: "all" })} variant="light" mt="md">
        Show all conversations
      </Button>
    </div>
  );
}

/** Of a row in rem: fingers need more room than a mouse. */
const [compact, comfortable] = [3.5, 4.25];

/** The height of every row, in rem and in pixels: a list that knows it measures none of them. */
function useRowHeight(): { readonly rem: number; readonly pixels: number } {
  const isPhone = useMedia(phone);
  const density = useDensity();
  const rem = isPhone || density === "comfortable" ? comfortable : compact;
  const [pixelsOfRem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return { rem, pixels: rem * pixelsOfRem };
}

/** Milliseconds after which a pointer that rests on a row is likely to press it. */
const restDelay = 60;

/**
 * Prefetches the messages of a chat that is likely to be opened.
 *
 * @param preloadCode fetches the code that shows them.
 */
function usePrefetchOnHover(preloadCode: () => void) {
  const { messageLoader } = useInbox();
  const { stop, ...handlers } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const load = ({ target }: SyntheticEvent, after: number) => {
      stop();
      const row = target instanceof Element && target.closest<HTMLElement>("[data-chat]");
      if (!row) return;
      preloadCode();
      timer = setTimeout(() => void messageLoader.prefetch(Number(row.dataset.chat)), after);
    };
    return {
      stop,
      onPointerOver: (event: SyntheticEvent) => load(event, restDelay),
      onPointerLeave: stop,
      onPointerDown: (event: SyntheticEvent) => load(event, 0),
      onFocus: (event: SyntheticEvent) => load(event, restDelay),
    };
  }, [messageLoader, preloadCode]);
  useEffect(() => stop, [stop]);
  return handlers;
}
