import { Alert, Button, Skeleton } from "@mantine/core";
import { type CSSProperties, useDeferredValue, useMemo } from "react";
import { Virtuoso } from "react-virtuoso";
import { Can } from "#core/web/session/Can.tsx";
import { type Chat, inbox as inboxCalls } from "#domains/inbox/contract.ts";
import type { Selection } from "#domains/inbox/selection/web/useSelection.ts";
import { type Tab, visibleChats } from "#domains/inbox/sync/web/chatListCache.ts";
import { listKey } from "#domains/inbox/sync/web/listKey.ts";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { ChatRow } from "./ChatRow.tsx";
import classes from "./ChatRows.module.css";
import { ListNotFound } from "./ListNotFound.tsx";
import { listComponents } from "./listComponents.tsx";
import { chatListTexts } from "./texts.ts";
import { usePrefetchOnHover } from "./usePrefetchOnHover.ts";
import { useRowHeight } from "./useRowHeight.ts";

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
  // The first rows render in slices, between which the page answers; later ones appear at once.
  const mayShowRows = useDeferredValue(chats !== undefined, false);
  const failure = failures[chatListLoader.failureKey(list)];

  if (failure?.status === 404) return <ListNotFound address={address} />;
  if (!chats && failure) {
    return <Failed text={failure.message} onRetry={() => void chatListLoader.first(list)} />;
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

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Alert color="red" m="md" title="The conversations could not be loaded">
      <p className={classes.failure}>{text}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
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
