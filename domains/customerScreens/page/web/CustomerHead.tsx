import { ActionIcon, Badge, Button, Title } from "@mantine/core";
import {
  IconArrowLeft,
  IconCalendarPlus,
  IconClock,
  IconDots,
  IconMessage,
  IconMessageCircle,
  IconPencil,
  IconStar,
  IconTrash,
  IconUserX,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useMinute, waitColors, waitLength } from "#core/web/time/waits.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { customerInitials } from "#domains/customers/rules.ts";
import { CallButton } from "#domains/inbox/calls/web/public.tsx";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";
import { isWaiting } from "#domains/inbox/list/rules.ts";
import classes from "./CustomerHead.module.css";
import { pageTexts } from "./texts.ts";

const DeleteCustomersDialog = lazyDialog(
  () => import("#domains/customers/deletion/web/public.tsx"),
  "DeleteCustomersDialog",
);

const EraseCustomerDialog = lazyDialog(
  () => import("#domains/customers/erasure/web/public.tsx"),
  "EraseCustomerDialog",
);

interface Props {
  customer: CustomerDetails;
  onText: () => void;
  onEdit: () => void;
}

/** The customer's name and how long they wait, with the page's actions. */
export function CustomerHead({ customer, onText, onEdit }: Props) {
  const time = useTime();
  const isPhone = useMedia(phone);
  const { id, customer_name, chat_id, created_at } = customer;
  const isNameless = customer_name === formatPhone(customer.phone);
  return (
    <header className={classes.head}>
      <ActionIcon component={Link} to="/customers" variant="subtle" color="gray" size="lg" aria-label={pageTexts.back}>
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      {!isPhone && <Initials initials={customerInitials(customer)} seed={id} size={36} image={customer.user_image} />}
      <div className={classes.who}>
        <Title order={1} className={classes.name} dir="auto">
          {customer_name}
        </Title>
        {chat_id !== null && <Waiting chat_id={chat_id} />}
        <span className={classes.since}>
          {isNameless ? pageTexts.nameless : pageTexts.since(time.date(created_at))}
        </span>
      </div>
      <div className={classes.actions}>
        <CallButton customer={{ id, name: customer_name }} shortcut="c" isSmall={isPhone} />
        <Can use={appointments.add}>
          <Button
            component={Link}
            to={`/appointments?create=${id}`}
            variant="default"
            className={classes.wide}
            aria-keyshortcuts="a"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            {pageTexts.appointment}
          </Button>
        </Can>
        <TextButton chat_id={chat_id} onText={onText} isSmall={isPhone} />
        <MoreActions customer={customer} onEdit={onEdit} />
      </div>
    </header>
  );
}

/** Opens the conversation, or starts it. */
function TextButton({ chat_id, onText, isSmall }: { chat_id: number | null; onText: () => void; isSmall: boolean }) {
  const small = { variant: "subtle", color: "gray", size: "lg" } as const;
  if (chat_id === null)
    return (
      <Can use={inbox.sendToCustomer}>
        {isSmall ? (
          <ActionIcon {...small} aria-label={pageTexts.sendSms} onClick={onText}>
            <IconMessage size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button leftSection={<IconMessage size={18} aria-hidden />} onClick={onText}>
            {pageTexts.sendSms}
          </Button>
        )}
      </Can>
    );
  const link = { component: Link, to: `/inbox/all/${chat_id}` };
  return isSmall ? (
    <ActionIcon {...small} {...link} aria-label={pageTexts.openChat}>
      <IconMessageCircle size={18} aria-hidden />
    </ActionIcon>
  ) : (
    <Button {...link} leftSection={<IconMessageCircle size={18} aria-hidden />}>
      {pageTexts.openChat}
    </Button>
  );
}

/** How long the customer has waited for a reply. */
function Waiting({ chat_id }: { chat_id: number }) {
  useMinute();
  const { data: chat } = useCall(inbox.chat, { params: { chat_id } });
  useFreshCalls([inbox.chat], [inboxEvents.chatChanged, inboxEvents.messageOpen], {
    isShown: ({ target_id }) => target_id === chat_id,
  });
  if (!chat || !isWaiting(chat) || !chat.waiting_since) return null;
  const { text, level } = waitLength(chat.waiting_since, new Date());
  return (
    <Badge color={waitColors[level]} miw="max-content" leftSection={<IconClock size={12} aria-hidden />}>
      {pageTexts.unreplied(text)}
    </Badge>
  );
}

function MoreActions({ customer: { id, customer_name, chat_id }, onEdit }: Pick<Props, "customer" | "onEdit">) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isErasing, setIsErasing] = useState(false);
  const actions = [
    { needs: customers.update, label: pageTexts.edit, icon: IconPencil, onClick: onEdit },
    {
      needs: appointments.add,
      label: pageTexts.book,
      icon: IconCalendarPlus,
      onClick: () => void navigate(`/appointments?create=${id}`),
    },
    {
      needs: inbox.sendToCustomer,
      label: pageTexts.invite,
      icon: IconStar,
      onClick: () => void navigate(`/invites?invite=${id}`),
    },
    { needs: customers.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => setIsDeleting(true) },
    { needs: customerErasure.erase, label: "Erase", icon: IconUserX, danger: true, onClick: () => setIsErasing(true) },
  ];
  return (
    <>
      <DropMenu
        items={actions}
        trigger={
          <ActionIcon variant="default" size="lg" aria-label={`More actions for ${customer_name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <EraseCustomerDialog
        opened={isErasing}
        onClose={() => setIsErasing(false)}
        customer={{ id, customer_name, chat_id }}
        onErased={() => navigate("/customers")}
      />
      <DeleteCustomersDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        chosen={[{ id, customer_name, chat_id }]}
        onDeleted={() => navigate("/customers")}
      />
    </>
  );
}
