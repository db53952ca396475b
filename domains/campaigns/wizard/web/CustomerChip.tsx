import { useCall } from "#core/web/call/useCall.ts";
import { customers } from "#domains/customers/contract.ts";
import { RecipientChip } from "./RecipientChip.tsx";

/** A selected customer. */
export function CustomerChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useCall(customers.search, { body: { customer_id: id } }, { staleTime: 60_000 });
  const customer = data?.allCustomers[0];
  return customer ? <RecipientChip name={customer.customer_name} onRemove={onRemove} /> : null;
}
