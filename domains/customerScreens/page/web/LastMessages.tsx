import { Anchor, Button, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { CustomerDetails } from "#domains/customers/contract.ts";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { automaticAuthor } from "#domains/inbox/conversation/rules.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import classes from "./LastMessages.module.css";

/** A `before` request doesn't mark the chat read; this id is after every message. */
const afterAll = Number.MAX_SAFE_INTEGER;

const maxShown = 6;

interface Props {
  customer: CustomerDetails;
  onText: () => void;
}

/** The latest messages of the customer's chat. */
export function LastMessages({ customer, onText }: Props) {
  const { chat_id } = customer;
  const cache = useQueryClient();
  const request = { params: { chat_id: chat_id ?? 0 }, body: { before: afterAll } };
  const { data } = useCall(inbox.messages, request, { enabled: chat_id !== null });
  const refresh = ({ target_id }: { target_id: number }) => {
    if (target_id === chat_id) void cache.invalidateQueries({ queryKey: [inbox.messages.name] });
  };
  useRealtimeEvent(inboxEvents.messageOpen, refresh);
  useRealtimeEvent(inboxEvents.messagesMoved, refresh);

  if (chat_id === null) {
    return (
      <Section title="Conversation">
        <p className={classes.none}>No messages yet.</p>
        <Can use={inbox.sendToCustomer}>
          <Button size="xs" variant="default" onClick={onText}>
            Write the first one
          </Button>
        </Can>
      </Section>
    );
  }
  return (
    <Section
      title="Conversation"
      actions={
        <Anchor component={Link} to={`/inbox/all/${chat_id}`} size="sm">
          Open the conversation
        </Anchor>
      }
    >
      {data ? (
        <ol className={classes.messages}>
          {data.allMessages.slice(-maxShown).map((message) => (
            <MessageItem key={message.id} message={message} name={customer.customer_name} />
          ))}
        </ol>
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading the conversation" />
      )}
    </Section>
  );
}

function MessageItem({ message, name }: { message: ChatMessage; name: string }) {
  const time = useTime();
  const isFromCustomer = message.is_from_customer === 1;
  const author = isFromCustomer ? name : message.sent_by || automaticAuthor(message.automatic);
  const phone = message.phone && `${isFromCustomer ? "from" : "to"} ${formatPhone(message.phone)}`;
  return (
    <li className={classes.message} data-own={!isFromCustomer || undefined}>
      <p className={classes.about}>
        {[author, phone, time.dateTime(message.datetime)].filter(Boolean).join(" · ")}
        {message.state === "failed" && " · Not sent"}
      </p>
      <p className={classes.text}>{message.message || previewOf("", message.media_count)}</p>
    </li>
  );
}
