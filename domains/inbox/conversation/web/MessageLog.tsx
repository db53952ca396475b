import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ListProps, Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { useTime } from "#core/web/time/useTime.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { LoadMoreRow } from "#domains/inbox/list/web/LoadMoreRow.tsx";
import {
  type Conversation,
  loadedMessages,
  visibleEvents,
  visibleMessages,
} from "#domains/inbox/sync/web/conversationCache.ts";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { useMessageDeletion } from "./DeleteControl.tsx";
import { EventRow } from "./EventRow.tsx";
import { logEntries, type MessageLogEntry } from "./logEntries.ts";
import { MessageBubble, type MessageLogContext, PendingBubble } from "./MessageBubble.tsx";
import classes from "./MessageLog.module.css";

interface Props {
  chatId: number;
  conversation: Conversation;
  customer: Chat["customer"];
  /** The message to jump to. */
  at: number | undefined;
  /** Goes from there to the newest messages. */
  onLatest: () => void;
}

/** Messages loaded above get lower indices than this, so that the list keeps its scroll position. */
const baseIndex = 1_000_000;

const components = { List: PositionedList, Header: LoadMoreRow, Footer: () => <div className={classes.end} /> };

/** The messages of the open chat, newest at the bottom. */
export function MessageLog({ chatId, conversation, customer, at, onLatest }: Props) {
  const { messageLoader } = useInbox();
  const time = useTime();
  const deletion = useMessageDeletion(chatId);
  const context = useMemo(() => ({ customer, time, deletion }), [customer, time, deletion]);
  // The virtualized list renders after FirstMessages.
  const hasList = useDeferredValue(true, at !== undefined);
  const [isPlaced, setPlaced] = useState(at !== undefined);
  const list = useRef<VirtuosoHandle>(null);
  const [isNearEnd, setNearEnd] = useState(true);
  const [showsEnd, setShowsEnd] = useState(at === undefined);
  // A list that starts in its middle reports being near its end until it has been there.
  const isAtBottom = isNearEnd && showsEnd;
  const [seen, setSeen] = useState<string>();
  const outbox = useInboxState(({ outbox }) => outbox);
  const olderFailure = useInboxState(({ failures }) => failures[messageLoader.olderFailureKey(chatId)]);
  const isLoading = useInboxState(({ loading }) => loading.has(messageLoader.olderFailureKey(chatId)));
  const { loadedAround } = conversation;
  const anchor = loadedAround?.anchor ?? conversation.anchor;
  const messages = useMemo(
    () => (loadedAround ? loadedMessages(conversation, loadedAround) : visibleMessages(conversation)),
    [conversation, loadedAround],
  );
  const entries = useMemo(() => {
    const own = loadedAround ? [] : outbox.filter((pending) => pending.chat_id === chatId);
    return logEntries(messages, own, time.zone, new Date(), visibleEvents(conversation));
  }, [messages, outbox, chatId, time, loadedAround, conversation]);
  const targetIndex = at === undefined ? -1 : entries.findIndex(({ message }) => message?.id === at);
  useScrollTo(list, targetIndex, at, anchor);
  useLatestOnSend(loadedAround !== undefined, outbox.filter(({ chat_id }) => chat_id === chatId).length, onLatest);
  const firstIndex =
    baseIndex -
    Math.max(
      0,
      entries.findIndex(({ message }) => message !== undefined && message.id >= anchor),
    );
  const last = entries.at(-1);
  const isPast = loadedAround !== undefined;
  const hasNews = !isPast && !isAtBottom && seen !== undefined && last?.key !== seen;

  if (entries.length === 0) return <p className={classes.nothing}>No messages yet. Write the first one.</p>;
  return (
    <div
      className={classes.log}
      role="log"
      aria-label={`Messages with ${customer.first_name} ${customer.last_name}`}
      // Rows added by scrolling through older messages are not announced.
      aria-live={isPlaced && isAtBottom && !isPast ? "polite" : "off"}
    >
      {!isPlaced && <FirstMessages entries={entries} context={context} />}
      {hasList && (
        <Virtuoso
          // When older messages were dropped, the list starts over.
          key={anchor}
          ref={list}
          className={classes.scroller}
          data={entries}
          firstItemIndex={firstIndex}
          rangeChanged={({ endIndex }) => setShowsEnd(endIndex >= firstIndex + entries.length - 1)}
          initialTopMostItemIndex={
            targetIndex < 0 ? { index: "LAST", align: "end" } : { index: targetIndex, align: "center" }
          }
          alignToBottom
          // One line of text with its time; without an estimate Virtuoso renders a single row first to measure it.
          defaultItemHeight={64}
          skipAnimationFrameInResizeObserver
          increaseViewportBy={{ top: 600, bottom: 300 }}
          computeItemKey={(_, entry) => entry.key}
          startReached={() => !olderFailure && void messageLoader.older(chatId)}
          endReached={() => isPast && void messageLoader.newer(chatId)}
          followOutput={(isNear) =>
            !isPast && ((isNear && isAtBottom) || last?.pending !== undefined) ? "auto" : false
          }
          atBottomThreshold={80}
          atBottomStateChange={(isNear) => {
            setNearEnd(isNear);
            if (showsEnd) setSeen(last?.key);
          }}
          components={components}
          context={{
            loading: isLoading,
            failure: olderFailure?.message,
            retry: () => void messageLoader.older(chatId),
            onPlaced: setPlaced,
          }}
          itemContent={(_, entry) => (
            <LogRow entry={entry} context={context} isFound={entry.message !== undefined && entry.message.id === at} />
          )}
        />
      )}
      {(!isAtBottom || isPast) && (
        <Button
          size="xs"
          radius="xl"
          variant={hasNews ? "filled" : "default"}
          className={classes.jump}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => (at === undefined ? list.current?.scrollToIndex(newest) : onLatest())}
        >
          {hasNews ? "New messages" : "Latest messages"}
        </Button>
      )}
      <div role="status" className={classes.announce}>
        {hasNews && "New messages below"}
      </div>
    </div>
  );
}

const newest = { index: "LAST", align: "end" } as const;

/**
 * Scrolls to the message in the address, or else to the newest, when the list is rendered already; a new list starts
 * there. Only the address decides, so that going back finds the message again.
 */
function useScrollTo(list: RefObject<VirtuosoHandle | null>, index: number, at: number | undefined, anchor: number) {
  const previous = useRef({ at, isFound: index >= 0, anchor });
  useEffect(() => {
    const before = previous.current;
    previous.current = { at, isFound: index >= 0, anchor };
    if (before.anchor !== anchor) return;
    if (at === undefined) {
      if (before.at !== undefined) list.current?.scrollToIndex(newest);
    } else if (index >= 0 && !(before.at === at && before.isFound)) {
      list.current?.scrollToIndex({ index, align: "center" });
    }
  }, [list, index, at, anchor]);
}

/** Sending while viewing older messages goes to the newest ones. */
function useLatestOnSend(isPast: boolean, waiting: number, onLatest: () => void): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (isPast && waiting > before.current) onLatest();
    before.current = waiting;
  }, [isPast, waiting, onLatest]);
}

interface LogRowProps {
  entry: MessageLogEntry;
  context: MessageLogContext;
  /** True for the message that was jumped to. */
  isFound: boolean;
}

/** One row of the log: the heading of a day that begins, and the message, note or event. */
function LogRow({ entry: { day, message, pending, event, isFirst }, context, isFound }: LogRowProps) {
  return (
    <div className={classes.entry} data-first={isFirst || undefined} aria-current={isFound || undefined}>
      {day && <p className={classes.day}>{day}</p>}
      {message && <MessageBubble message={message} context={context} isFirst={isFirst} />}
      {event && <EventRow event={event} time={context.time} />}
      {pending && <PendingBubble pending={pending} />}
    </div>
  );
}

/** Lower bounds in pixels: of a row's height, and of what is above and below the messages. */
const minHeights = { row: 56, around: 180 };

interface FirstMessagesProps {
  entries: readonly MessageLogEntry[];
  context: MessageLogContext;
}

/**
 * The end of a conversation, rendered plainly in the first frame. The virtualized list replaces it once it has measured its
 * rows.
 */
function FirstMessages({ entries, context }: FirstMessagesProps) {
  const count = Math.ceil((window.innerHeight - minHeights.around) / minHeights.row);
  return (
    <div className={classes.first}>
      <div className={classes.rows}>
        {entries.slice(-count).map((entry) => (
          <LogRow key={entry.key} entry={entry} context={context} isFound={false} />
        ))}
      </div>
    </div>
  );
}

interface PositionedListProps extends ListProps {
  context?: { onPlaced: (isPlaced: true) => void };
}

/** The virtualized list's element. It is hidden until its rows are in position, and reports when they are. */
function PositionedList({ context, ...list }: PositionedListProps) {
  const isPlaced = list.style?.visibility !== "hidden";
  const onPlaced = context?.onPlaced;
  useLayoutEffect(() => {
    if (isPlaced) onPlaced?.(true);
  }, [isPlaced, onPlaced]);
  return <div {...list} />;
}
