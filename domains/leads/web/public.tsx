import { Section } from "#core/web/layout/Section.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export { DueBadge } from "./Cells.tsx";
export { MovesOn } from "./MovesOn.tsx";

import { LeadsOfCustomer } from "./CustomerLeads.tsx";
import { leadTexts } from "./texts.ts";

export const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");

/** A customer's open leads, as a part of their page. */
export function CustomerLeadsSection({ customer_id }: { customer_id: number }) {
  return (
    <Section title={leadTexts.title}>
      <LeadsOfCustomer customer_id={customer_id} />
    </Section>
  );
}
