import { Anchor } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { EmailText } from "#core/web/layout/EmailText.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import type { TableColumn } from "#core/web/table/tableColumn.ts";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";
import type { Customer } from "#domains/customers/contract.ts";
import type { CustomField } from "#domains/customers/custom/fields.ts";
import { customText } from "#domains/customers/custom/rules.ts";
import { shownLeadFields, shownLeadLabels } from "#domains/customers/leadFields/fields.ts";
import { customerInitials } from "#domains/customers/rules.ts";
import { TagBadge } from "#domains/tags/web/public.tsx";
import classes from "./Cells.module.css";

const MoreTagsTooltip = lazyNamed(() => import("./MoreTagsTooltip.tsx"), "MoreTagsTooltip");

interface NameProps {
  customer: Customer;
  /** Starts a text; omitted for those who may not. */
  onText: (() => void) | undefined;
  /** Opens the form; omitted for those who may not edit. */
  onEdit: (() => void) | undefined;
}

/** Links to the chat; without one, starts a text if the member may. Offers to name an unknown texter in place. */
export function NameCell({ customer, onText, onEdit }: NameProps) {
  const isNameless = customer.first_name === "" && customer.last_name === "";
  return (
    <span className={classes.name}>
      {isNameless ? (
        <span className={classes.unknown} aria-hidden>
          <IconPhone size={14} />
        </span>
      ) : (
        <Initials initials={customerInitials(customer)} seed={customer.id} size={24} image={customer.user_image} />
      )}
      <Name customer={customer} onText={onText} />
      {isNameless && onEdit && (
        <Anchor component="button" type="button" className={classes.add} onClick={onEdit}>
          Add name
        </Anchor>
      )}
    </span>
  );
}

function Name({ customer: { chat_id, customer_name }, onText }: Omit<NameProps, "onEdit">) {
  if (chat_id !== null) {
    return (
      <Anchor component={Link} className={classes.link} to={`/inbox/all/${chat_id}`}>
        {customer_name}
      </Anchor>
    );
  }
  if (!onText) return customer_name;
  return (
    <Anchor component="button" type="button" className={classes.link} ta="left" onClick={onText}>
      {customer_name}
    </Anchor>
  );
}

/** How to reach them, and where they work, side by side. */
export function InformationCell({ phone, email, company }: Customer) {
  return (
    <span className={classes.information}>
      <span className={classes.phone}>{formatPhone(phone)}</span>
      {email && <EmailText email={email} />}
      {company && <span className={classes.company}>{company}</span>}
    </span>
  );
}

/** Whether they agreed to be texted. */
export function OptInCell({ consent_state }: Customer) {
  return <ConsentStatus state={consent_state} />;
}

const shownTags = 1;

/** A tag of their conversation, and how many more there are. */
export function TagsCell({ tags }: Customer) {
  const rest = tags.slice(shownTags);
  return (
    <span className={classes.tags}>
      {tags.slice(0, shownTags).map(({ id, tag }) => (
        <TagBadge key={id} name={tag} />
      ))}
      {rest.length > 0 && <MoreTags names={rest.map(({ tag }) => tag)} />}
    </span>
  );
}

/** The number of further tags; their names appear on hover or at a tap, whose code loads then. */
function MoreTags({ names }: { names: readonly string[] }) {
  const [isAsked, setAsked] = useState(false);
  const number = (
    <span className={classes.more} onPointerEnter={() => setAsked(true)}>
      +{names.length}
    </span>
  );
  return isAsked ? (
    <Suspense fallback={number}>
      <MoreTagsTooltip names={names} className={classes.more} />
    </Suspense>
  ) : (
    number
  );
}

/** The columns of leads and own fields, which are hidden until somebody chooses them. */
export function extraColumns(fields: readonly CustomField[]): TableColumn<Customer>[] {
  return [
    ...shownLeadFields.map((field) => ({
      // The server reads leads where a column is called so.
      key: `lead_${field}`,
      label: shownLeadLabels[field],
      isOptional: true,
      card: "more" as const,
      render: ({ lead }: Customer) => lead?.[field] ?? "",
    })),
    ...fields.map((field) => ({
      key: `custom.${field.key}`,
      label: field.name,
      isOptional: true,
      card: "more" as const,
      render: ({ custom }: Customer) => customText(field, custom[field.key] ?? ""),
    })),
  ];
}
