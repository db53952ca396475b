import { Button, Center, Loader } from "@mantine/core";
import { IconMessageOff } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useDeniedReason } from "#core/web/session/useCan.ts";
import { AskedToStopBanner } from "#domains/customers/consent/web/public.tsx";
import { inbox } from "#domains/inbox/contract.ts";
import { type Conversation, emptyConversation } from "#domains/inbox/sync/web/conversationCache.ts";
import type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { usePresenceReports } from "#domains/inbox/sync/web/usePresence.ts";
import { ChatHeader } from "./ChatHeader.tsx";
import { MessageOrNote } from "./composer/Composer.tsx";
import { MessageLog } from "./MessageLog.tsx";
import classes from "./MessagePane.module.css";

interface Props {
  chatId: number;
  address: InboxAddress;
  details: DetailsToggle;
  /** Given by screens that show a conversation outside of the inbox. */
  embedded?: Embedding;
}

/** What a screen around a conversation does differently. */
export interface Embedding {
  /** In place of the chat's own header. */
  readonly header: ReactNode;
  /** Between the messages and the composer. */
  readonly aboveComposer: ReactNode;
  readonly belowComposer: ReactNode;
  /** On the button that sends. */
  readonly sendLabel: string;
  /** Asked before a text is sent; false: it stays a draft. */
  readonly beforeSend?: () => Promise<boolean>;
  /** A text was handed to the queue that sends. */
  readonly onSent: () => void;
  /** Escape was pressed. */
  readonly onEscape: () => void;
  /** Asked before the message field takes the focus by itself. */
  readonly takesFocus?: () => boolean;
}

/** The middle pane: the open chat. Only what differs between chats has a key: remounting the rest costs as much as the messages. */
export function MessagePane({ chatId, address, details, embedded }: Props) {
  const { messageLoader, realtimeSync, sender } = useInbox();
  const conversation = useInboxState(({ conversations }) => conversations.get(chatId)) ?? emptyConversation;
  const row = useInboxState(({ chatLists }) => chatLists.chats.get(chatId))?.value;
  const failure = useInboxState(({ failures }) => failures[messageLoader.failureKey(chatId)]);
  const isSending = useInboxState(({ outbox }) =>
    outbox.some(({ chat_id, failure, waiting }) => chat_id === chatId && failure === undefined && !waiting),
  );
  const deniedReason = useDeniedReason(inbox.send);
  const { pane, onKeyDown } = useListKeys(address, embedded?.onEscape);
  const current = conversation.chat?.value;
  const chat = row ?? current;
  const stopRequest = chat?.customer.asked_to_stop;
  const isNotFound = failure?.status === 404;
  const isPlaced = useJumpToMessage(chatId, conversation, address.at);
  const isReady = current !== undefined && conversation.floor !== undefined && isPlaced;
  const navigate = useNavigate();
  const onLatest = useCallback(() => navigate(inboxPath({ ...address, at: undefined })), [navigate, address]);

  if (isNotFound) return <ChatNotFound address={address} />;
  return (
    <section ref={pane} tabIndex={-1} className={classes.pane} aria-label="Conversation" onKeyDown={onKeyDown}>
      {embedded ? embedded.header : <ChatHeader chat={chat} address={address} details={details} />}
      {stopRequest && (
        <AskedToStopBanner
          key={`asked ${chat.customer.id}`}
          customer_id={chat.customer.id}
          asked={stopRequest}
          onDecided={() => realtimeSync.onCustomerChanged(chat.customer.id)}
        />
      )}
      {isReady ? (
        <MessageLog
          key={`log ${chatId}`}
          chatId={chatId}
          conversation={conversation}
          customer={current.customer}
          at={address.at}
          onLatest={onLatest}
        />
      ) : (
        <div className={classes.waiting}>
          {failure ? (
            <LoadFailure
              failure={failure}
              retry={() => messageLoader.newest(chatId)}
              title="The messages couldn't be loaded"
            />
          ) : (
            <Center h="100%">
              <Loader role="status" aria-label="Loading messages" />
            </Center>
          )}
        </div>
      )}
      <PresenceReporter key={`watch ${chatId}`} chatId={chatId} />
      <UnseenReplyPrompt chatId={chatId} />
      {embedded?.aboveComposer}
      <MessageOrNote
        chatId={chatId}
        cannotSend={deniedReason || current?.cannot_send}
        isNumberHeld={current?.is_number_held === 1}
        isSending={isSending}
        sendLabel={embedded?.sendLabel}
        beforeSend={embedded?.beforeSend}
        takesFocus={embedded?.takesFocus}
        onSend={(message) => {
          void sender.send(chatId, message);
          embedded?.onSent();
        }}
      />
      {embedded?.belowComposer}
    </section>
  );
}

function ChatNotFound({ address }: { address: InboxAddress }) {
  return (
    <section className={classes.notFound} aria-label="Conversation">
      <IconMessageOff size={44} stroke={1.2} aria-hidden />
      <p>This conversation doesn't exist, or belongs to another location.</p>
      <Button component={Link} to={inboxPath({ ...address, open: undefined })} variant="default">
        Back to the conversations
      </Button>
    </section>
  );
}

/**
 * Escape returns to the chat's row, or to the list where the chat covers it. Beside a list that hasn't got the row yet, it only
 * leaves the message field.
 */
function useListKeys(address: InboxAddress, onEscape?: () => void) {
  const navigate = useNavigate();
  const pane = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !pane.current?.contains(event.target as Node)) return;
    if (onEscape) return onEscape();
    const row = document.querySelector<HTMLElement>(`[data-chat="${address.open}"]`);
    const list = document.querySelector('[aria-label="Conversations"]');
    if (row?.checkVisibility({ visibilityProperty: true })) row.focus();
    else if (!row && list?.checkVisibility({ visibilityProperty: true })) pane.current.focus({ preventScroll: true });
    else navigate(inboxPath({ ...address, open: undefined }));
  };
  // On a phone the chosen row is now hidden: focus moves to the chat, and later back to the row.
  const { open } = address;
  useEffect(() => {
    const row = document.querySelector<HTMLElement>(`[data-chat="${open}"]`);
    if (row && !row.checkVisibility({ visibilityProperty: true })) pane.current?.focus({ preventScroll: true });
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) {
          document.querySelector<HTMLElement>(`[data-chat="${open}"]`)?.focus({ preventScroll: true });
        }
      });
    };
  }, [open]);
  return { pane, onKeyDown };
}

/** Reports to colleagues who views this chat; a component of its own, so that typing renders nothing else again. */
function PresenceReporter({ chatId }: { chatId: number }) {
  const { draft } = useDraft(chatId);
  usePresenceReports(chatId, draft.text);
  return null;
}

const UnseenReplyDialog = lazyDialog(() => import("./UnseenReplyDialog.tsx"), "UnseenReplyDialog");

/** Opens the dialog for a chat's first message that a colleague's reply crossed. */
export function UnseenReplyPrompt({ chatId }: { chatId: number }) {
  const pending = useInboxState(({ outbox }) => outbox.find((one) => one.chat_id === chatId && one.unseen));
  return <UnseenReplyDialog opened={pending !== undefined} chatId={chatId} pending={pending} />;
}

/**
 * Loads the messages around the one in the address, or goes back to the newest when it has none. False while loading.
 */
function useJumpToMessage(chatId: number, conversation: Conversation, at: number | undefined): boolean {
  const { messageLoader, store } = useInbox();
  const [placed, setPlaced] = useState<number>();
  const isLoaded = conversation.floor !== undefined;
  useEffect(() => {
    let isCurrent = true;
    if (at === undefined) messageLoader.backToNewest(chatId);
    else if (isLoaded) {
      void messageLoader.around(chatId, at).then(() => {
        if (!isCurrent) return;
        setPlaced(at);
        if (!store.get().conversations.get(chatId)?.messages.has(at)) toast.info("This message could not be found.");
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [messageLoader, store, chatId, at, isLoaded]);
  return at === undefined || placed === at;
}
