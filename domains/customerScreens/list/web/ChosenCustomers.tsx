import { Button } from "@mantine/core";
import { IconPlaylistAdd, IconPlaylistX, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { type Customer, customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";

const AddToListDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "AddToListDialog");
const DeleteCustomersDialog = lazyDialog(
  () => import("#domains/customers/deletion/web/public.tsx"),
  "DeleteCustomersDialog",
);

interface Props {
  chosen: readonly Customer[];
  clear: () => void;
  /** The list that the table is filtered by. */
  list_id: number | undefined;
}

const refreshes = [customers.table, customers.search, lists.search, lists.table];

/** Actions for the selected customers. */
export function ChosenCustomers({ chosen, clear, list_id }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const customer_ids = chosen.map(({ id }) => id);
  const removeFromList = useSend(lists.removeCustomers, { invalidates: refreshes, onSuccess: clear });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlaylistAdd size={16} aria-hidden />}
        onClick={() => setIsAdding(true)}
      >
        Add to list
      </Button>
      {list_id !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlaylistX size={16} aria-hidden />}
          loading={removeFromList.isPending}
          onClick={() => removeFromList.mutate({ params: { id: list_id }, body: { customer_ids } })}
        >
          Remove from this list
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIsDeleting(true)}
      >
        Delete
      </Button>
      <AddToListDialog
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        customer_ids={customer_ids}
        onDone={clear}
      />
      <DeleteCustomersDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        chosen={chosen}
        onDeleted={clear}
      />
    </>
  );
}
