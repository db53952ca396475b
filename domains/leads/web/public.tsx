import { Section } from "#core/web/layout/Section.tsx";
import { LeadsOfCustomer } from "./CustomerLeads.tsx";
import { leadTexts } from "./texts.ts";

/** A customer's open leads, as a part of their page. */
export function CustomerLeadsSection({ customer_id }: { customer_id: number }) {
  return (
    <Section title={leadTexts.title}>
      <LeadsOfCustomer customer_id={customer_id} />
    </Section>
  );
}
