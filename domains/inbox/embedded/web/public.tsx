import { type ReactNode, useDeferredValue, useEffect, useMemo } from "react";
import { cutToLimit } from "#core/smsCounter.ts";
import { useMedia } from "#core/web/layout/useMedia.ts";
import { useTemplateFilling } from "#domains/inbox/conversation/web/composer/TemplatePanel.tsx";
import { type Embedding, MessagePane, UnseenReplyPrompt } from "#domains/inbox/conversation/web/MessagePane.tsx";
import { CustomerDetails } from "#domains/inbox/panel/web/CustomerDetails.tsx";
import type { Outbox } from "#domains/inbox/sync/web/outbox.ts";
import { useDetailsOpen } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { InboxProvider, useInboxState, useOwnInbox } from "#domains/inbox/sync/web/useInbox.ts";
import type { InboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { useLiveInbox } from "#domains/inbox/sync/web/useLiveInbox.ts";
import { usePresenceEvents } from "#domains/inbox/sync/web/usePresence.ts";

export type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
export { useDraft } from "#domains/inbox/sync/web/useDraft.ts";

interface Props {
  /** The open conversation; undefined while the screen shows something else. */
  chatId: number | undefined;
  children: ReactNode;
}

/** Keeps conversations live, and sends what is written, on a screen that shows them outside of the inbox. */
export function Conversations({ chatId, children }: Props) {
  const inbox = useOwnInbox();
  const address = useMemo(() => addressOf(chatId), [chatId]);
  useLiveInbox(inbox, address);
  usePresenceEvents();
  return (
    <InboxProvider value={inbox}>
      {children}
      <OtherUnseenReplies chatId={chatId} />
    </InboxProvider>
  );
}

const addressOf = (open: number | undefined): InboxAddress => ({ type: "all", tab: "active", open });

/** A colleague's reply may have crossed a text of a conversation that was left meanwhile. */
function OtherUnseenReplies({ chatId }: { chatId: number | undefined }) {
  const other = useInboxState(({ outbox }) => outbox.find((one) => one.chat_id !== chatId && one.unseen))?.chat_id;
  return other === undefined ? null : <UnseenReplyPrompt key={other} chatId={other} />;
}

/** Whether the customer details are open beside the conversation. */
export function useDetailsBeside(chatId: number | undefined) {
  const isWide = useMedia("(min-width: 80em)");
  return { isWide, details: useDetailsOpen(isWide, chatId) };
}

interface ConversationProps extends ReturnType<typeof useDetailsBeside> {
  chatId: number;
  embedded: Embedding;
}

/** One conversation with its composer, and the customer details beside it. */
export function Conversation({ chatId, embedded, isWide, details }: ConversationProps) {
  const address = useMemo(() => addressOf(chatId), [chatId]);
  // Deferred: the messages render first.
  const detailsOf = useDeferredValue(chatId);
  return (
    <>
      <MessagePane chatId={chatId} address={address} details={details} embedded={embedded} />
      <CustomerDetails chatId={detailsOf} isStale={detailsOf !== chatId} isWide={isWide} details={details} />
    </>
  );
}

/** Puts a template's text, filled for the customer, into a conversation's draft. */
export function useSuggestedText(chatId: number) {
  const { draft, handle } = useDraft(chatId);
  const fill = useTemplateFilling(chatId);
  return { text: draft.text, fill, put: (text: string) => handle.change(() => ({ text: cutToLimit(text) })) };
}

/** Hears of each text that could not be sent, once. */
export function useFailedTexts(onFailed: (chat_id: number) => void): void {
  const failed = useInboxState(failedOnes);
  useEffect(() => {
    for (const chat_id of failed.split(" ").filter(Boolean)) onFailed(Number(chat_id));
  }, [failed, onFailed]);
}

/** As one string, so that it is the same for the same failures. */
const failedOnes = ({ outbox }: { readonly outbox: Outbox }) =>
  [...new Set(outbox.filter(({ failure }) => failure !== undefined).map(({ chat_id }) => chat_id))].join(" ");
