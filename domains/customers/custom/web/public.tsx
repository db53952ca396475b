import { Suspense } from "react";
import { customVariable } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { customers } from "#domains/customers/contract.ts";
import { customFields } from "../contract.ts";
import type { CustomValues } from "../fields.ts";
import { customVariables } from "../rules.ts";
import { customTexts as texts } from "./texts.ts";

export { type CustomFiltersState, useCustomFilters } from "./useCustomFilters.ts";

export const CustomFilterChips = lazyNamed(() => import("./CustomFilter.tsx"), "CustomFilterChips");

const CustomFacts = lazyNamed(() => import("./CustomFacts.tsx"), "CustomFacts");

/** A customer's own fields as a part of a panel; nothing for a business that has none. */
export function CustomPanel({ customer_id }: { customer_id: number }) {
  const { data } = useCall(customFields.all);
  const hasFields = (data?.fields.length ?? 0) > 0;
  const { data: customer } = useCall(customers.details, { params: { id: customer_id } }, { enabled: hasFields });
  if (!hasFields || !customer) return null;
  return (
    <PanelSection title={texts.title}>
      <Suspense>
        <CustomFacts key={customer_id} customer={customer} />
      </Suspense>
    </PanelSection>
  );
}

/** The variables of the business's own fields, with what people read instead. */
export function useCustomVariables(): Readonly<Record<string, string>> {
  const { data } = useCall(customFields.all);
  return Object.fromEntries((data?.fields ?? []).map(({ key, name }) => [customVariable(key), name]));
}

/** What those variables stand for about a customer; 0: nobody yet. */
export function useCustomValues(customer_id: number): CustomValues {
  const { data } = useCall(customFields.all);
  const fields = data?.fields ?? [];
  const isAsked = fields.length > 0 && customer_id > 0;
  const { data: customer } = useCall(customers.details, { params: { id: customer_id } }, { enabled: isAsked });
  return customVariables(fields, customer?.custom ?? {});
}
