import { Alert, Button, Center, Loader } from "@mantine/core";
import { IconMessageOff } from "@tabler/icons-react";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { useWhyNot } from "#core/web/useMay.ts";
import { AskedToStopBanner } from "#domains/customers/consent/web/public.tsx";
import { Composer } from "#domains/inbox/composer/web/public.tsx";
import { inbox } from "../contract.ts";
import { ChatHeader } from "./ChatHeader.tsx";
import { ChatWatch } from "./ChatWatch.tsx";
import { emptyConversation } from "./conversation.ts";
import { MessageLog } from "./MessageLog.tsx";
import classes from "./MessagePane.module.css";
import { UnseenReply } from "./UnseenReply.tsx";
import type { Details } from "./useDetailsOpen.ts";
import { useFoundMessage } from "./useFoundMessage.ts";
import { useInbox, useInboxState } from "./useInbox.ts";
import { type InboxAddress, inboxPath } from "./useInboxAddress.ts";

interface Props {
  chatId: number;
  address: InboxAddress;
  details: Details;
}

/** The middle pane: the open chat. What is the same for the next chat stays: drawing it anew would take as long as the messages. */
export function MessagePane({ chatId, address, details }: Props) {
  const { reading, hearing, sending } = useInbox();
  const conversation = useInboxState(({ conversations }) => conversations.get(chatId)) ?? emptyConversation;
  const row = useInboxState(({ book }) => book.chats.get(chatId))?.value;
  const failure = useInboxState(({ failures }) => failures[reading.name(chatId)]);
  const isSending = useInboxState(({ outbox }) =>
    outbox.some(({ chat_id, failure, waiting }) => chat_id === chatId && failure === undefined && !waiting),
  );
  const whyNot = useWhyNot(inbox.send);
  const { pane, onKeyDown } = useListKeys(address);
  const current = conversation.chat?.value;
  const chat = row ?? current;
  const asked = chat?.customer.asked_to_stop;
  const isGone = failure?.status === 404;
  const isPlaced = useFoundMessage(chatId, conversation, address.at);
  const isReady = current !== undefined && conversation.floor !== undefined && isPlaced;
  const navigate = useNavigate();
  const onLatest = useCallback(() => navigate(inboxPath({ ...address, at: undefined })), [navigate, address]);

  if (isGone) return <GoneChat address={address} />;
  return (
    <section ref={pane} tabIndex={-1} className={classes.pane} aria-label="Conversation" onKeyDown={onKeyDown}>
      <ChatHeader chat={chat} address={address} details={details} />
      {asked && (
        <AskedToStopBanner
          key={`asked ${chat.customer.id}`}
          customer_id={chat.customer.id}
          asked={asked}
          onDecided={() => hearing.customer(chat.customer.id)}
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
            <Alert color="red" title="The messages could not be loaded">
              <p className={classes.failure}>{failure.message}</p>
              <Button size="xs" variant="default" onClick={() => void reading.newest(chatId)}>
                Try again
              </Button>
            </Alert>
          ) : (
            <Center h="100%">
              <Loader role="status" aria-label="Loading messages" />
            </Center>
          )}
        </div>
      )}
      <ChatWatch key={`watch ${chatId}`} chatId={chatId} />
      <UnseenReply chatId={chatId} />
      <Composer
        chatId={chatId}
        cannotSend={whyNot || current?.cannot_send}
        isSending={isSending}
        onSend={(written) => void sending.send(chatId, written)}
      />
    </section>
  );
}

function GoneChat({ address }: { address: InboxAddress }) {
  return (
    <section className={classes.gone} aria-label="Conversation">
      <IconMessageOff size={44} stroke={1.2} aria-hidden />
      <p>This conversation doesn't exist, or belongs to another location.</p>
      <Button component={Link} to={inboxPath({ ...address, open: undefined })} variant="default">
        Back to the conversations
      </Button>
    </section>
  );
}

/** Escape leads back to the chat's row; where the list isn't on screen, to the list. */
function useListKeys(address: InboxAddress) {
  const navigate = useNavigate();
  const pane = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !pane.current?.contains(event.target as Node)) return;
    const row = document.querySelector<HTMLElement>(`[data-chat="${address.open}"]`);
    if (row?.checkVisibility({ visibilityProperty: true })) row.focus();
    else navigate(inboxPath({ ...address, open: undefined }));
  };
  // On a phone the row that was chosen is out of sight now: the focus goes on to the chat, and later back to the row.
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
