import { ActionIcon, Anchor, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { EmailText } from "#core/web/layout/EmailText.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { type CustomerFieldName, customerField, listedFields } from "#domains/customers/fields.ts";
import { lists } from "#domains/lists/contract.ts";
import classes from "./CustomerFacts.module.css";
import { pageTexts } from "./texts.ts";

/** The customer's fields and message counts. */
export function CustomerFacts({ customer, onEdit }: { customer: CustomerDetails; onEdit: () => void }) {
  const time = useTime();
  const { phone, merged_phones, added_by, created_at } = customer;
  return (
    <>
      <dl className={classes.facts}>
        <dt>Phone</dt>
        <dd>{formatPhone(phone)}</dd>
        {merged_phones.length > 0 && (
          <>
            <dt>Also texts from</dt>
            <dd>{merged_phones.map(formatPhone).join(", ")}</dd>
          </>
        )}
        {listedFields.map((name) => (
          <Fragment key={name}>
            <dt>{customerField(name).label}</dt>
            <dd>
              <FieldValue name={name} value={customer[name]} />
            </dd>
          </Fragment>
        ))}
        <dt>Added</dt>
        <dd>
          {time.date(created_at)}
          {added_by && ` by ${added_by}`}
        </dd>
        <dt>Messages received</dt>
        <dd>{countText(customer.messages_received)}</dd>
        <dt>Messages sent</dt>
        <dd>{countText(customer.messages_sent)}</dd>
      </dl>
      <Can use={customers.update}>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {pageTexts.editDetails}
        </Button>
      </Can>
    </>
  );
}

function FieldValue({ name, value }: { name: CustomerFieldName; value: string }) {
  if (!value) return "—";
  if (customerField(name).kind !== "email") return value;
  return (
    <a href={`mailto:${value}`}>
      <EmailText email={value} />
    </a>
  );
}

const AddToListDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "AddToListDialog");

/** A customer's lists, with actions to join and leave. */
export function ListsOfCustomer({ customer }: { customer: CustomerDetails }) {
  const [isAdding, setIsAdding] = useState(false);
  const cache = useQueryClient();
  const canChange = useCan(lists.addCustomers);
  const leave = useSend(lists.removeCustomers, {
    invalidates: [customers.details, customers.table, lists.search, lists.table],
  });
  return (
    <>
      {customer.lists.length === 0 && <p className={classes.none}>Not in any list.</p>}
      <ul className={classes.lists}>
        {customer.lists.map(({ id, title }) => (
          <li key={id} className={classes.list}>
            <Anchor component={Link} to={`/customers/${id}`} size="sm">
              {title}
            </Anchor>
            {canChange && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove from ${title}`}
                disabled={leave.isPending}
                onClick={() => leave.mutate({ params: { id }, body: { customer_ids: [customer.id] } })}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add to a list
        </Button>
      )}
      <AddToListDialog
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        customer_ids={[customer.id]}
        onDone={() => void cache.invalidateQueries({ queryKey: [customers.details.name] })}
      />
    </>
  );
}
