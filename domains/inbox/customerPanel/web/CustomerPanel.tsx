import { Badge, Button } from "@mantine/core";
import { IconCalendarPlus, IconMail, IconPhone } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { ConsentHistoryDialog, OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { initialsOf, nameOf } from "#domains/inbox/chatList/web/customerName.ts";
import { phoneText } from "#domains/inbox/chatList/web/phoneText.ts";
import { WaitingSince } from "#domains/inbox/chatList/web/WaitingSince.tsx";
import type { Chat } from "#domains/inbox/contract.ts";
import { ChatNotes } from "#domains/inbox/notes/web/ChatNotes.tsx";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { ChatTags } from "#domains/inbox/tags/web/ChatTags.tsx";
import { ChatMarks } from "./ChatMarks.tsx";
import classes from "./CustomerPanel.module.css";

/** The customer, the chat's tags and marks, and the team's notes. */
export function CustomerPanel({ chat }: { chat: Chat }) {
  const { customer } = chat;
  const { realtimeSync, chatListLoader } = useInbox();
  const [showing, setShowing] = useState(false);
  const mayCreate = useCan(appointments.add);
  return (
    <>
      <div className={classes.who}>
        <Initials initials={initialsOf(customer)} seed={customer.id} size={64} />
        <p className={classes.name}>{nameOf(customer)}</p>
        <Badge color={customer.optin_status === 1 ? "green" : "red"}>
          {customer.optin_status === 1 ? "Opted in" : "Opted out"}
        </Badge>
        <div className={classes.toggles}>
          <OptInToggle
            customer_id={customer.id}
            optin_status={customer.optin_status}
            onChange={() => realtimeSync.onCustomerChanged(customer.id)}
          />
          <ChatMarks chat={chat} />
        </div>
        <WaitingSince chat={chat} className={classes.waiting} />
        <Button variant="subtle" size="compact-sm" onClick={() => setShowing(true)}>
          Consent history
        </Button>
        <ConsentHistoryDialog opened={showing} onClose={() => setShowing(false)} customer_id={customer.id} />
      </div>
      {mayCreate && (
        <Button
          component={Link}
          to={`/appointments?create=${customer.id}`}
          variant="light"
          fullWidth
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Create an Appointment
        </Button>
      )}
      <Section title="Contact info">
        <p className={classes.contact}>
          <IconPhone size={16} aria-hidden />
          <a href={`tel:${customer.phone}`}>{phoneText(customer.phone)}</a>
        </p>
        <p className={classes.contact}>
          <IconMail size={16} aria-hidden />
          {customer.email ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : "No email address"}
        </p>
      </Section>
      <Section title="Tags">
        <ChatTags chat_id={chat.id} onChange={() => void chatListLoader.row(chat.id)} />
      </Section>
      <Section title="Activity">
        <Activity chat={chat} />
      </Section>
      <Section title="Notes">
        <ChatNotes key={chat.id} chat_id={chat.id} />
      </Section>
    </>
  );
}

function Activity({ chat }: { chat: Chat }) {
  const time = useTime();
  const dateOrNever = (instant: string | null) => (instant ? time.dateTime(instant) : "Never");
  return (
    <dl className={classes.facts}>
      <dt>Last engagement</dt>
      <dd>{dateOrNever(chat.latest_chat_message_received_time)}</dd>
      <dt>Last contacted</dt>
      <dd>{dateOrNever(chat.latest_chat_message_sent_time)}</dd>
    </dl>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
