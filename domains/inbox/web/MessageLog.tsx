import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { useTime } from "#core/web/time.ts";
import type { Chat } from "../contract.ts";
import { type Conversation, olderCount, shownMessages } from "./conversation.ts";
import { FirstMessages } from "./FirstMessages.tsx";
import { ListOfLog } from "./ListOfLog.tsx";
import { LogRow } from "./LogRow.tsx";
import { logEntries } from "./log.ts";
import classes from "./MessageLog.module.css";
import { More } from "./More.tsx";
import { passageMessages } from "./passage.ts";
import { useDeletion } from "./useDeletion.ts";
import { useInbox, useInboxState } from "./useInbox.ts";

interface Props {
  chatId: number;
  conversation: Conversation;
  customer: Chat["customer"];
  /** The message that one came for. */
  at: number | undefined;
  /** Leads from there to the newest messages. */
  onLatest: () => void;
}

/** Messages that are loaded above take lower numbers than this, so that the list keeps its place. */
const firstNumber = 1_000_000;

const parts = { List: ListOfLog, Header: More, Footer: () => <div className={classes.end} /> };

/** The messages of the open chat, newest at the bottom. */
export function MessageLog({ chatId, conversation, customer, at, onLatest }: Props) {
  const { reading } = useInbox();
  const time = useTime();
  const deletion = useDeletion(chatId);
  const of = useMemo(() => ({ customer, time, deletion }), [customer, time, deletion]);
  // The list that scrolls comes after what is seen first.
  const isListed = useDeferredValue(true, at !== undefined);
  const [isPlaced, setPlaced] = useState(at !== undefined);
  const list = useRef<VirtuosoHandle>(null);
  const [isNearEnd, setNearEnd] = useState(true);
  const [showsEnd, setShowsEnd] = useState(at === undefined);
  // A list that starts in its middle says that it is near its end until it has been there.
  const isAtBottom = isNearEnd && showsEnd;
  const [seen, setSeen] = useState<string>();
  const outbox = useInboxState(({ outbox }) => outbox);
  const older = useInboxState(({ failures }) => failures[reading.olderName(chatId)]);
  const isLoading = useInboxState(({ loading }) => loading.has(reading.olderName(chatId)));
  const { passage } = conversation;
  const anchor = passage?.anchor ?? conversation.anchor;
  const messages = useMemo(
    () => (passage ? passageMessages(conversation, passage) : shownMessages(conversation)),
    [conversation, passage],
  );
  const entries = useMemo(() => {
    const own = passage ? [] : outbox.filter((pending) => pending.chat_id === chatId);
    return logEntries(messages, own, time.zone, new Date());
  }, [messages, outbox, chatId, time, passage]);
  const found = at === undefined ? -1 : entries.findIndex(({ message }) => message?.id === at);
  useScrollTo(list, found, at, anchor);
  useSentFrom(passage !== undefined, outbox.filter(({ chat_id }) => chat_id === chatId).length, onLatest);
  const firstIndex = firstNumber - olderCount({ ...conversation, anchor }, messages);
  const last = entries.at(-1);
  const isPast = passage !== undefined;
  const hasNews = !isPast && !isAtBottom && seen !== undefined && last?.key !== seen;

  if (entries.length === 0) return <p className={classes.nothing}>No messages yet. Write the first one.</p>;
  return (
    <div
      className={classes.log}
      role="log"
      aria-label={`Messages with ${customer.first_name} ${customer.last_name}`}
      // Scrolling through the past brings rows into the page that are no news.
      aria-live={isPlaced && isAtBottom && !isPast ? "polite" : "off"}
    >
      {!isPlaced && <FirstMessages entries={entries} of={of} />}
      {isListed && (
        <Virtuoso
          // After a long break the older messages are let go, and the list starts anew.
          key={anchor}
          ref={list}
          className={classes.scroller}
          data={entries}
          firstItemIndex={firstIndex}
          rangeChanged={({ endIndex }) => setShowsEnd(endIndex >= firstIndex + entries.length - 1)}
          initialTopMostItemIndex={found < 0 ? { index: "LAST", align: "end" } : { index: found, align: "center" }}
          alignToBottom
          // A line of text with its time: without it a first row is drawn alone, to be measured.
          defaultItemHeight={64}
          skipAnimationFrameInResizeObserver
          increaseViewportBy={{ top: 600, bottom: 300 }}
          computeItemKey={(_, entry) => entry.key}
          startReached={() => !older && void reading.older(chatId)}
          endReached={() => isPast && void reading.later(chatId)}
          followOutput={(isNear) =>
            !isPast && ((isNear && isAtBottom) || last?.pending !== undefined) ? "auto" : false
          }
          atBottomThreshold={80}
          atBottomStateChange={(isNear) => {
            setNearEnd(isNear);
            if (showsEnd) setSeen(last?.key);
          }}
          components={parts}
          context={{
            loading: isLoading,
            failure: older?.message,
            retry: () => void reading.older(chatId),
            onPlaced: setPlaced,
          }}
          itemContent={(_, entry) => (
            <LogRow entry={entry} of={of} isFound={entry.message !== undefined && entry.message.id === at} />
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
          onClick={() => {
            if (!isPast) list.current?.scrollToIndex({ index: "LAST", align: "end" });
            if (at !== undefined) onLatest();
          }}
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

/** Scrolls to the message that one came for, when it is in the list already; a list that starts anew starts there. */
function useScrollTo(list: RefObject<VirtuosoHandle | null>, index: number, at: number | undefined, anchor: number) {
  const was = useRef({ at: index < 0 ? undefined : at, anchor });
  useEffect(() => {
    const isNew = was.current.anchor !== anchor;
    const isThere = at === undefined || index < 0 || was.current.at === at;
    was.current = { at: index < 0 ? undefined : at, anchor };
    if (!isNew && !isThere) list.current?.scrollToIndex({ index, align: "center" });
  }, [list, index, at, anchor]);
}

/** Who writes while looking at the past sees the text among the newest messages. */
function useSentFrom(isPast: boolean, waiting: number, onLatest: () => void): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (isPast && waiting > before.current) onLatest();
    before.current = waiting;
  }, [isPast, waiting, onLatest]);
}
