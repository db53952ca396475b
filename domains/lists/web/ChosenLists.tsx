import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { type CustomerList, lists } from "../contract.ts";

interface Props {
  chosen: readonly CustomerList[];
  clear: () => void;
}

/** Actions for the selected lists. */
export function ChosenLists({ chosen, clear }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useSend(lists.remove, { invalidates: [lists.table, lists.search], quiet: "success" });

  const askToDelete = async () => {
    const titles = chosen.map(({ title }) => `“${title}”`).join(", ");
    const text = `${titles} will be permanently deleted. The customers in them stay.`;
    if (!(await confirm({ title: "Delete lists", text, action: "Delete", danger: true }))) return;
    setIsDeleting(true);
    let deleted = 0;
    // A list that can't be deleted shows its error; the others are still deleted.
    for (const { id } of chosen) {
      await remove.mutateAsync({ params: { id } }).then(
        () => deleted++,
        () => undefined,
      );
    }
    setIsDeleting(false);
    clear();
    if (deleted > 0) toast.success(deleted === 1 ? "List deleted" : `${deleted} lists deleted`);
  };

  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={isDeleting}
      onClick={askToDelete}
    >
      Delete
    </Button>
  );
}
