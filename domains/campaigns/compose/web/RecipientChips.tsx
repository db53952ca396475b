import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { listLabel } from "#domains/lists/rules.ts";
import { composeTexts as texts } from "./texts.ts";

interface Props {
  id: number;
  onRemove: () => void;
}

/** A selected list with its count; one in upload says so. */
export function ListChip({ id, onRemove }: Props) {
  const { data } = useCall(lists.search, { body: { list_id: id } });
  const list = data?.allCustomersLists[0];
  if (!list) return null;
  return (
    <Chip name={listLabel(list)} count={list.status === 1 ? list.customers_count : undefined} onRemove={onRemove} />
  );
}

/** A selected customer. */
export function CustomerChip({ id, onRemove }: Props) {
  const { data } = useCall(customers.search, { body: { customer_id: id } }, { staleTime: 60_000 });
  const customer = data?.allCustomers[0];
  return customer ? <Chip name={customer.customer_name} onRemove={onRemove} /> : null;
}

const longest = 28;

function Chip({ name, count, onRemove }: { name: string; count?: number | undefined; onRemove: () => void }) {
  const shown = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
  return (
    <Button
      variant="light"
      size="compact-sm"
      title={name}
      aria-label={texts.remove(name)}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {shown}
      {count !== undefined && ` ${countText(count)}`}
    </Button>
  );
}
