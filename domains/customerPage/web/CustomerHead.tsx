import { Badge, Button, Title } from "@mantine/core";
import { IconCalendarPlus, IconMessage, IconMessageCircle, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { customerInitials } from "#domains/customers/rules.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import classes from "./CustomerHead.module.css";

interface Props {
  customer: CustomerDetails;
  onText: () => void;
  onEdit: () => void;
  onConsent: () => void;
}

/** The customer's name, phone and consent, with the page's actions. */
export function CustomerHead({ customer, onText, onEdit, onConsent }: Props) {
  const { id, customer_name, phone, chat_id, optin_status } = customer;
  const isNameless = customer_name === formatPhone(phone);
  return (
    <header className={classes.head}>
      <Initials initials={customerInitials(customer)} seed={id} size={64} image={customer.user_image} />
      <div className={classes.who}>
        <Title order={1} className={classes.name}>
          {customer_name}
        </Title>
        <div className={classes.line}>
          {isNameless ? "Name not known yet" : <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
          <Badge color={optin_status === 1 ? "green" : "red"}>{optin_status === 1 ? "Opted in" : "Opted out"}</Badge>
          <OptInToggle customer_id={id} optin_status={optin_status} onChange={onConsent} />
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

function MoreActions({ customer: { id, customer_name } }: Pick<Props, "customer">) {
  const navigate = useNavigate();
  const canCreate = useCan(appointments.add);
  const canDelete = useCan(customers.remove);
  const remove = useSend(customers.remove, {
    invalidates: [customers.table, customers.search, lists.search, lists.table],
    onSuccess: () => navigate("/customers"),
  });
  const askToDelete = async () => {
    const text = `${customer_name} and the conversation with them will no longer be shown.`;
    const confirmed = await confirm({ title: "Delete customer", text, action: "Delete", danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };
  return (
    <>
      {canCreate && (
        <Button
          component={Link}
          to={`/appointments?create=${id}`}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Create Appointment
        </Button>
      )}
      {canDelete && (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={remove.isPending}
          onClick={() => void askToDelete()}
        >
          Delete
        </Button>
      )}
    </>
  );
}
