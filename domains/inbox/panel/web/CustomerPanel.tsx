import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, Group, Skeleton, Switch, TextInput } from "@mantine/core";
import { IconCheck, IconMail, IconPencil, IconPhone, IconUserPlus } from "@tabler/icons-react";
import { type ComponentProps, type KeyboardEvent, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import { useScreens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { ConsentLine, OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customerField, formFields, valuesOf } from "#domains/customers/fields.ts";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { initialsOf, isNameless, nameOf, phoneText } from "#domains/inbox/list/web/customerName.ts";
import { WaitingSince } from "#domains/inbox/list/web/WaitBadge.tsx";
import type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { ChatNotes } from "./ChatNotes.tsx";
import classes from "./CustomerPanel.module.css";
import { panelTexts } from "./texts.ts";

const CustomPanel = lazyNamed(() => import("#domains/customers/custom/web/public.tsx"), "CustomPanel");

/** The customer with their consent, the chat's tags and marks, what is coming up, and the team's notes. */
export function CustomerPanel({ chat, details }: { chat: Chat; details: DetailsToggle }) {
  const { customer } = chat;
  const { realtimeSync, chatListLoader } = useInbox();
  const parts = useScreens()
    .flatMap(({ customerPart }) => customerPart ?? [])
    .sort((one, other) => one.order - other.order);
  const partsOf = (above: boolean) =>
    parts
      .filter(({ isAbove = false }) => isAbove === above)
      .map(({ order, component: Part }) => (
        <Part key={`${order} ${chat.id}`} customer_id={customer.id} chat_id={chat.id} />
      ));
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
        <ChatToggles chat={chat} />
      </div>
      {partsOf(true)}
      <PanelSection title="Contact info">
        <ContactInfo customer={customer} isEditing={details.isEditing} onEditing={details.setEditing} />
      </PanelSection>
      <Suspense>
        <CustomPanel key={customer.id} customer_id={customer.id} />
      </Suspense>
      <PanelSection title="Tags">
        <ChatTags chat_id={chat.id} onChange={() => void chatListLoader.row(chat.id)} />
      </PanelSection>
      {partsOf(false)}
      <PanelSection title="Activity">
        <Activity chat={chat} />
      </PanelSection>
      <PanelSection title="Notes">
        <ChatNotes key={chat.id} chat_id={chat.id} />
      </PanelSection>
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

interface Props {
  customer: Chat["customer"];
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}

/** The customer's contact data, edited in place. */
function ContactInfo({ customer, isEditing, onEditing }: Props) {
  const { id, phone, email } = customer;
  const { data } = useCall(customers.details, { params: { id } }, { enabled: isEditing });
  if (isEditing) {
    return data ? <EditInPlace customer={data} onDone={() => onEditing(false)} /> : <Skeleton height={180} />;
  }
  return (
    <>
      <p className={classes.contact}>
        <IconPhone size={16} aria-hidden />
        <a href={`tel:${phone}`}>{phoneText(phone)}</a>
      </p>
      <p className={classes.contact}>
        <IconMail size={16} aria-hidden />
        {email ? <a href={`mailto:${email}`}>{email}</a> : panelTexts.noEmail}
      </p>
      <Can use={customers.update}>
        {isNameless(customer) ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => onEditing(true)}
          >
            {panelTexts.addName}
          </Button>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.edit}
            aria-label={panelTexts.edit}
            title={panelTexts.edit}
            onClick={() => onEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
      </Can>
    </>
  );
}

/** The customer's fields, edited in the panel: Enter saves, Escape reverts. */
function EditInPlace({ customer, onDone }: { customer: CustomerDetails; onDone: () => void }) {
  const { realtimeSync } = useInbox();
  const around = useRef<HTMLFormElement>(null);
  const { form, submit, sending } = useCallForm(customers.update, {
    initialValues: { ...valuesOf((name) => customer[name]), list_id: null as number | null },
    params: { id: customer.id },
    invalidates: [customers.table, customers.search, customers.details],
    onSuccess: () => {
      realtimeSync.onCustomerChanged(customer.id);
      onDone();
    },
  });
  useEffect(() => around.current?.querySelector("input")?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Keeps the drawer open.
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <form ref={around} className={classes.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {formFields.map((name) => {
        const { kind, label, required } = customerField(name);
        const input = { label, size: "xs", withAsterisk: required !== undefined, ...form.getInputProps(name) };
        return kind === "phone" ? (
          <PhoneInput key={name} {...input} />
        ) : (
          <TextInput key={name} type={kind} {...input} />
        );
      })}
      <Group gap="xs">
        <Button type="submit" size="xs" loading={sending}>
          {panelTexts.save}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {panelTexts.cancel}
        </Button>
      </Group>
    </form>
  );
}

/** The team's marks on a chat: pinned, and unreplied. */
function ChatToggles({ chat }: { chat: Chat }) {
  const pin = useOptimisticUpdate(inbox.pin, chat.id);
  const unreplied = useOptimisticUpdate(chatTags.clearUnreplied, chat.id);
  const [mayPin, mayClear] = [useCan(inbox.pin), useCan(chatTags.clearUnreplied)];
  const favorite = useRef<HTMLInputElement>(null);
  const is_pinned = chat.is_pinned === 1 ? 0 : 1;
  const clear = () => {
    unreplied.update({ params: { chat_id: chat.id } }, { is_replied: 1, waiting_since: null });
    // The button disappears, so focus moves to its neighbor.
    favorite.current?.focus();
  };
  return (
    <>
      <Switch
        label="Favorite"
        checked={chat.is_pinned === 1}
        ref={favorite}
        disabled={!mayPin}
        onChange={() => pin.update({ body: { chat_id: chat.id, is_pinned } }, { is_pinned })}
      />
      {chat.is_replied === 0 && mayClear && (
        <Button variant="subtle" size="compact-sm" leftSection={<IconCheck size={16} aria-hidden />} onClick={clear}>
          Clear Unreplied Tag
        </Button>
      )}
    </>
  );
}

// Loaded lazily: needed only once a chat is open.
const Tags = lazyNamed(() => import("./TagsOfChat.tsx"), "TagsOfChat");

/** A chat's tags, with controls to add and remove them. */
function ChatTags(props: ComponentProps<typeof Tags>) {
  return (
    <Suspense fallback={<Skeleton height={28} />}>
      <Tags key={props.chat_id} {...props} />
    </Suspense>
  );
}
