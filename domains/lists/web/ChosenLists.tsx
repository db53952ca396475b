import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { confirm } from "#core/web/confirm.tsx";
import { toast } from "#core/web/toast.tsx";
import { useSend } from "#core/web/useSend.ts";
import { type CustomerList, lists } from "../contract.ts";

interface Props {
  chosen: readonly CustomerList[];
  clear: () => void;
}

/** What can be done with the chosen lists. */
export function ChosenLists({ chosen, clear }: Props) {
  const [deleting, setDeleting] = useState(false);
  const remove = useSend(lists.remove, { refreshes: [lists.table, lists.search], quiet: "success" });

  const askToDelete = async () => {
    const titles = chosen.map(({ title }) => `“${title}”`).join(", ");
    const text = `${titles} will be gone for good. The customers in them stay.`;
    if (!(await confirm({ title: "Delete lists", text, action: "Delete", danger: true }))) return;
    setDeleting(true);
    let deleted = 0;
    // One that can't be deleted says why, and keeps none of the others.
    for (const { id } of chosen) {
      await remove.mutateAsync({ params: { id } }).then(
        () => deleted++,
        () => undefined,
      );
    }
    setDeleting(false);
    clear();
    if (deleted > 0) toast.success(deleted === 1 ? "List deleted" : `${deleted} lists deleted`);
  };

  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={deleting}
      onClick={askToDelete}
    >
      Delete
    </Button>
  );
}
