import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";
import { TagBadges } from "#domains/tags/web/public.tsx";
import type { Customer } from "../contract.ts";

/** Links to the chat; without one, starts a text if the member may. */
export function NameCell({ customer, onText }: { customer: Customer; onText: (() => void) | undefined }) {
  const { chat_id, customer_name } = customer;
  if (chat_id === null) {
    if (!onText) return customer_name;
    return (
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onText}>
        {customer_name}
      </Anchor>
    );
  }
  return (
    <Anchor component={Link} size="sm" to={`/inbox/all/${chat_id}`}>
      {customer_name}
    </Anchor>
  );
}

/** How to reach them, and where they work. */
export function InformationCell({ phone, email, company }: Customer) {
  return (
    <>
      <Text size="sm">{formatPhone(phone)}</Text>
      <Text size="sm">{email}</Text>
      <Text size="sm" c="dimmed">
        {company}
      </Text>
    </>
  );
}

/** Whether they may be texted. */
export function OptInCell({ consent_state }: Customer) {
  return <ConsentStatus state={consent_state} />;
}

/** The tags of their conversation. */
export function TagsCell({ tags }: Customer) {
  return <TagBadges tags={tags} />;
}
