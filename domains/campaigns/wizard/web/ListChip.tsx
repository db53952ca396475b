import { useCall } from "#core/web/call/useCall.ts";
import { lists } from "#domains/lists/contract.ts";
import { listLabel } from "#domains/lists/rules.ts";
import { RecipientChip } from "./RecipientChip.tsx";

/** A selected list with its count; one in upload says so. */
export function ListChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useCall(lists.search, { body: { list_id: id } });
  const list = data?.allCustomersLists[0];
  if (!list) return null;
  const count = list.status === 1 ? list.customers_count : undefined;
  return <RecipientChip name={listLabel(list)} count={count} onRemove={onRemove} />;
}
