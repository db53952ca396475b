import { useCall } from "#core/web/call/useCall.ts";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import { customers } from "#domains/customers/contract.ts";
import { customFields } from "../contract.ts";
import { CustomFacts } from "./CustomFacts.tsx";
import { customTexts as texts } from "./texts.ts";

export { CustomFilterChips, useCustomFilter } from "./CustomFilter.tsx";
export { CustomInput } from "./CustomInput.tsx";
export { useCustomValues, useCustomVariables } from "./useCustomVariables.ts";
export { CustomFacts };

/** A customer's own fields as a part of a panel; nothing for a business that has none. */
export function CustomPanel({ customer_id }: { customer_id: number }) {
  const { data } = useCall(customFields.all);
  const hasFields = (data?.fields.length ?? 0) > 0;
  const { data: customer } = useCall(customers.details, { params: { id: customer_id } }, { enabled: hasFields });
  if (!hasFields || !customer) return null;
  return (
    <PanelSection title={texts.title}>
      <CustomFacts key={customer_id} customer={customer} />
    </PanelSection>
  );
}
