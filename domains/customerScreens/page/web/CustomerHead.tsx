import { ActionIcon, Button, Title } from "@mantine/core";
import {
  IconCalendarPlus,
  IconDots,
  IconMessage,
  IconMessageCircle,
  IconPencil,
  IconTrash,
  IconUserX,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { appointments } from "#domains/appointments/contract.ts";
import { OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { customerInitials } from "#domains/customers/rules.ts";
import { CallButton } from "#domains/inbox/calls/web/public.tsx";
import { inbox } from "#domains/inbox/contract.ts";
import classes from "./CustomerHead.module.css";

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
  onConsent: () => void;
}

/** The customer's name, phone and consent, with the page's actions. */
export function CustomerHead({ customer, onText, onEdit, onConsent }: Props) {
  const { id, customer_name, phone, chat_id, consent_state } = customer;
  const isNameless = customer_name === formatPhone(phone);
  return (
    <header className={classes.head}>
      <Initials initials={customerInitials(customer)} seed={id} size={64} image={customer.user_image} />
      <div className={classes.who}>
        <Title order={1} className={classes.name}>
          {customer_name}
        </Title>
        <div className={classes.line}>
          {isNameless ? "No name yet" : <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
          <OptInToggle customer_id={id} state={consent_state} onChange={onConsent} />
        </div>
      </div>
      <div className={classes.actions}>
        {chat_id === null ? (
          <Can use={inbox.sendToCustomer}>
            <Button leftSection={<IconMessage size={18} aria-hidden />} onClick={onText}>
              Send SMS
            </Button>
          </Can>
        ) : (
          <Button
            component={Link}
            to={`/inbox/all/${chat_id}`}
            leftSection={<IconMessageCircle size={18} aria-hidden />}
          >
            Open chat
          </Button>
        )}
        <CallButton customer={{ id, name: customer_name }} />
        <Can use={customers.update}>
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            Edit
          </Button>
        </Can>
        <MoreActions customer={customer} />
      </div>
    </header>
  );
}

function MoreActions({ customer: { id, customer_name, chat_id } }: Pick<Props, "customer">) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isErasing, setIsErasing] = useState(false);
  const actions = [
    { needs: customers.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => setIsDeleting(true) },
    { needs: customerErasure.erase, label: "Erase", icon: IconUserX, danger: true, onClick: () => setIsErasing(true) },
  ];
  return (
    <>
      <Can use={appointments.add}>
        <Button
          component={Link}
          to={`/appointments?create=${id}`}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Create Appointment
        </Button>
      </Can>
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
