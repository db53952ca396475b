import { Fragment } from "react";
import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { CustomerDetails } from "#domains/customers/contract.ts";
import { type CustomerFieldName, customerField, listedFields } from "#domains/customers/fields.ts";
import { TagBadges } from "#domains/tags/web/public.tsx";
import classes from "./CustomerFacts.module.css";

/** The customer's fields and message counts. */
export function CustomerFacts({ customer }: { customer: CustomerDetails }) {
  const time = useTime();
  const { phone, merged_phones, tags, added_by, created_at } = customer;
  return (
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
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>
            <TagBadges tags={tags} />
          </dd>
        </>
      )}
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
  );
}

function FieldValue({ name, value }: { name: CustomerFieldName; value: string }) {
  if (!value) return "—";
  return customerField(name).kind === "email" ? <a href={`mailto:${value}`}>{value}</a> : value;
}
