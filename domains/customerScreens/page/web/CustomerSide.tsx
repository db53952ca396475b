import { Anchor, Skeleton } from "@mantine/core";
import { IconMail, IconMapPin, IconPhone } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { formatPhone } from "#core/phone.ts";
import { EmailText } from "#core/web/layout/EmailText.tsx";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import { ConsentLine, OptInToggle } from "#domains/customers/consent/web/public.tsx";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { CustomPanel } from "#domains/customers/custom/web/public.tsx";
import { MergedCustomers } from "#domains/duplicates/web/public.tsx";
import { TagsOfChat } from "#domains/inbox/web/public.tsx";
import { LeadsOfCustomer } from "#domains/leads/web/public.tsx";
import { TagBadges } from "#domains/tags/web/public.tsx";
import { CustomerFacts, ListsOfCustomer } from "./CustomerFacts.tsx";
import classes from "./CustomerScreen.module.css";
import { pageTexts as texts } from "./texts.ts";

interface Props {
  customer: CustomerDetails;
  onConsent: () => void;
  onEdit: () => void;
  canSeeMerges: boolean;
}

/** Who the customer is: consent, how they are reached, tags, fields, leads, lists and merges. */
export function CustomerSide({ customer, onConsent, onEdit, canSeeMerges }: Props) {
  const cache = useQueryClient();
  const { id, phone, email, address, chat_id, consent_state, tags } = customer;
  return (
    <aside className={classes.side} aria-label={texts.about}>
      <div className={classes.consent}>
        <ConsentLine customer_id={id} state={consent_state} />
        <OptInToggle customer_id={id} state={consent_state} withState={false} onChange={onConsent} />
      </div>
      <ul className={classes.contact}>
        <li>
          <IconPhone size={16} aria-hidden />
          <Anchor href={`tel:${phone}`}>{formatPhone(phone)}</Anchor>
        </li>
        {email !== "" && (
          <li>
            <IconMail size={16} aria-hidden />
            <Anchor href={`mailto:${email}`}>
              <EmailText email={email} />
            </Anchor>
          </li>
        )}
        {address !== "" && (
          <li>
            <IconMapPin size={16} aria-hidden />
            <span dir="auto">{address}</span>
          </li>
        )}
      </ul>
      <PanelSection level={2} title={texts.tags}>
        {chat_id === null ? (
          <TagBadges tags={tags} />
        ) : (
          <Suspense fallback={<Skeleton height={28} />}>
            <TagsOfChat
              key={chat_id}
              chat_id={chat_id}
              onChange={() => void cache.invalidateQueries({ queryKey: [customers.details.name] })}
            />
          </Suspense>
        )}
      </PanelSection>
      <PanelSection level={2} title={texts.details}>
        <CustomerFacts customer={customer} onEdit={onEdit} />
      </PanelSection>
      <CustomPanel customer_id={id} />
      <PanelSection level={2} title={texts.leads}>
        <LeadsOfCustomer customer_id={id} />
      </PanelSection>
      <PanelSection level={2} title={texts.lists}>
        <ListsOfCustomer customer={customer} />
      </PanelSection>
      {canSeeMerges && <MergedCustomers customer_id={id} />}
    </aside>
  );
}
