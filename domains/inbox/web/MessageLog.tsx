import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { useTimeZone } from "#core/web/time.ts";
import type { Chat } from "../contract.ts";
import { type Conversation, olderCount, shownMessages } from "./conversation.ts";
import { logEntries } from "./log.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import classes from "./MessageLog.module.css";
import { More } from "./More.tsx";
import { PendingBubble } from "./PendingBubble.tsx";
import { useInbox, useInboxState } from "./useInbox.ts";

interface Props {
  chatId: number;
  conversation: Conversation;
  customer: Chat["customer"];
}

/** Messages that are loaded above take lower numbers than this, so that the list keeps its place. */
const firstNumber = 1_000_000;

const parts = { Header: More, Footer: () => <div className={classes.end} /> };

/** The messages of the open chat, newest at the bottom. */
export function MessageLog({ chatId, conversation, customer }: Props) {
  const { reading } = useInbox();
  const zone = useTimeZone();
  const list = useRef<VirtuosoHandle>(null);
  const [isAtBottom, setAtBottom] = useState(true);
  const [seen, setSeen] = useState<string>();
  const outbox = useInboxState(({ outbox }) => outbox);
  const older = useInboxState(({ failures }) => failures[reading.olderName(chatId)]);
  const isLoading = useInboxState(({ loading }) => loading.has(reading.olderName(chatId)));
  const messages = useMemo(() => shownMessages(conversation), [conversation]);
  const entries = useMemo(() => {
    const own = outbox.filter((pending) => pending.chat_id === chatId);
    return logEntries(messages, own, zone, new Date());
  }, [messages, outbox, chatId, zone]);
  const last = entries.at(-1);
  const hasNews = !isAtBottom && seen !== undefined && last?.key !== seen;

  if (entries.length === 0) return <p className={classes.nothing}>No messages yet. Write the first one.</p>;
  return (
    <div className={classes.log}>
      <Virtuoso
        // After a long break the older messages are let go, and the list starts anew.
        key={conversation.anchor}
        ref={list}
        role="log"
        aria-label={`Messages with ${customer.first_name} ${customer.last_name}`}
        // Scrolling through the past brings rows into the page that are no news.
        aria-live={isAtBottom ? "polite" : "off"}
        className={classes.scroller}
        data={entries}
        firstItemIndex={firstNumber - olderCount(conversation, messages)}
        initialTopMostItemIndex={{ index: "LAST", align: "end" }}
        alignToBottom
        increaseViewportBy={{ top: 600, bottom: 300 }}
        computeItemKey={(_, entry) => entry.key}
        startReached={() => !older && void reading.older(chatId)}
        followOutput={(isNear) => (isNear || last?.pending !== undefined ? "auto" : false)}
        atBottomThreshold={80}
        atBottomStateChange={(isNear) => {
          setAtBottom(isNear);
          setSeen(last?.key);
        }}
        components={parts}
        context={{ loading: isLoading, failure: older?.message, retry: () => void reading.older(chatId) }}
        itemContent={(_, { key, day, message, pending, isFirst, isLast }) => (
          <div className={classes.entry} data-first={isFirst || undefined}>
            {day && <p className={classes.day}>{day}</p>}
            {message && <MessageBubble key={key} message={message} customer={customer} isLast={isLast} />}
            {pending && <PendingBubble key={key} pending={pending} />}
          </div>
        )}
      />
      {!isAtBottom && (
        <Button
          size="xs"
          radius="xl"
          variant={hasNews ? "filled" : "default"}
          className={classes.jump}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => list.current?.scrollToIndex({ index: "LAST", align: "end" })}
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
