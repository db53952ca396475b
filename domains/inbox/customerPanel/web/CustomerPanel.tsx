import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { CampaignsOfChat } from "#domains/campaigns/text/web/public.tsx";
import { consent } from "#domains/customers/consent/contract.ts";
import { ConsentLine, OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { initialsOf, nameOf } from "#domains/inbox/chatList/web/customerName.ts";
import { WaitingSince } from "#domains/inbox/chatList/web/WaitingSince.tsx";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { ChatNotes } from "#domains/inbox/notes/web/ChatNotes.tsx";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { ChatTags } from "#domains/inbox/tags/web/ChatTags.tsx";
import { CustomerTasks } from "#domains/tasks/web/public.tsx";
import { ChatMarks } from "./ChatMarks.tsx";
import { ContactInfo } from "./ContactInfo.tsx";
import classes from "./CustomerPanel.module.css";
import { panelTexts } from "./texts.ts";
import { UpcomingAppointments } from "./UpcomingAppointments.tsx";
import type { DetailsToggle } from "./useDetailsOpen.ts";

/** The customer with their consent, the chat's tags and marks, what is coming up, and the team's notes. */
export function CustomerPanel({ chat, details }: { chat: Chat; details: DetailsToggle }) {
  const { customer } = chat;
  const { realtimeSync, chatListLoader } = useInbox();
  const state = useCall(consent.history, { params: { id: customer.id } }).data?.state;
  return (
    <>
      <div className={classes.who}>
        <Initials initials={initialsOf(customer)} seed={customer.id} size={48} />
        <p className={classes.name}>{nameOf(customer)}</p>
        <WaitingSince chat={chat} className={classes.waiting} />
      </div>
      <div className={classes.consent}>{state && <ConsentLine customer_id={customer.id} state={state} />}</div>
      <div className={classes.toggles}>
        <OptInToggle
          customer_id={customer.id}
          withState={false}
          onChange={() => realtimeSync.onCustomerChanged(customer.id)}
        />
        <ChatMarks chat={chat} />
      </div>
      <Section title="Contact info">
        <ContactInfo customer={customer} isEditing={details.isEditing} onEditing={details.setEditing} />
      </Section>
      <Section title="Tags">
        <ChatTags chat_id={chat.id} onChange={() => void chatListLoader.row(chat.id)} />
      </Section>
      <Section title="Appointments">
        <UpcomingAppointments customer_id={customer.id} />
      </Section>
      <Section title="Tasks">
        <CustomerTasks key={customer.id} customer_id={customer.id} />
      </Section>
      <CampaignsOfChat key={`campaigns-${chat.id}`} chat_id={chat.id}>
        {(campaigns) => <Section title="Campaigns">{campaigns}</Section>}
      </CampaignsOfChat>
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
    <>
      <dl className={classes.facts}>
        <dt>Last engagement</dt>
        <dd>{dateOrNever(chat.latest_chat_message_received_time)}</dd>
        <dt>Last contacted</dt>
        <dd>{dateOrNever(chat.latest_chat_message_sent_time)}</dd>
      </dl>
      <Can use={inbox.sendToCustomer}>
        <Button component={Link} to={`/invites?invite=${chat.customer.id}`} variant="subtle" size="compact-sm">
          {panelTexts.inviteToReview}
        </Button>
      </Can>
    </>
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
