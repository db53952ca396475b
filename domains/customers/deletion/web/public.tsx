import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countText } from "#core/count.ts";
import { forgetRows, restoreRows } from "#core/web/call/deletedRows.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerDeletion, restoreDays } from "../contract.ts";
import { deletedCustomer, workText } from "../rules.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  chosen: readonly { readonly id: number; readonly customer_name: string; readonly chat_id?: number | null }[];
  onDeleted?: () => void;
}

const affected = [customers.table, customers.search, customers.details, lists.search, lists.table];
const refreshes = [...affected, customerDeletion.deleted];

/** Asks before deleting customers, says what goes along, and offers to undo it. */
export function DeleteCustomersDialog({ opened, onClose, chosen, onDeleted }: Props) {
  const [cancels, setCancels] = useState(true);
  const customer_ids = chosen.map(({ id }) => id);
  const work = useCall(customerDeletion.openWork, { body: { customer_ids } }, { enabled: opened });
  const openWork = workText(work.data?.work ?? []);
  const forget = (cache: QueryClient) => forgetRows(cache, chosen.flatMap(deletedCustomer));
  const restore = useSend(customerDeletion.restore, { invalidates: refreshes, updates: restoreRows });
  const finish = ({ message }: { message: string }) => {
    toast.undo(message, () => restore.mutate({ body: { customer_ids } }));
    onClose();
    onDeleted?.();
  };
  const options = { invalidates: refreshes, updates: forget, quiet: "success", onSuccess: finish } as const;
  const remove = useSend(customers.remove, options);
  const removeChosen = useSend(customers.removeChosen, options);
  const submit = () => {
    const cancel_work = cancels && openWork !== "" ? 1 : 0;
    const [only] = customer_ids;
    if (customer_ids.length === 1 && only !== undefined) remove.mutate({ params: { id: only }, body: { cancel_work } });
    else removeChosen.mutate({ body: { customer_ids, cancel_work } });
  };
  const one = chosen.length === 1 ? chosen[0]?.customer_name : undefined;
  const who = one
    ? `${one} and the conversation with them`
    : `${countText(chosen.length)} customers and the conversations with them`;
  return (
    <Modal opened={opened} onClose={onClose} title={one ? "Delete customer" : "Delete customers"} size="sm">
      <Stack gap="sm">
        <Text>
          {who} will no longer be shown. You can restore them for {restoreDays} days.
        </Text>
        {openWork && (
          <Checkbox
            label={`Also cancel ${openWork}`}
            checked={cancels}
            onChange={(event) => setCancels(event.currentTarget.checked)}
          />
        )}
        {work.isError && <Text c="red">{work.error.message}</Text>}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={work.isPending}
          loading={remove.isPending || removeChosen.isPending}
          onClick={submit}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
