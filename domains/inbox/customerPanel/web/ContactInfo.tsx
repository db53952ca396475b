import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { IconMail, IconPencil, IconPhone, IconUserPlus } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { Can } from "#core/web/session/Can.tsx";
import { customers } from "#domains/customers/contract.ts";
import { isNameless } from "#domains/inbox/chatList/web/customerName.ts";
import { phoneText } from "#domains/inbox/chatList/web/phoneText.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import classes from "./CustomerPanel.module.css";
import { EditInPlace } from "./EditInPlace.tsx";
import { panelTexts } from "./texts.ts";

interface Props {
  customer: Chat["customer"];
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}

/** How to reach the customer; becomes a form where it stands. */
export function ContactInfo({ customer, isEditing, onEditing }: Props) {
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
