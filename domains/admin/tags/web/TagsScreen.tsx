import { Badge } from "@mantine/core";
import { IconTag, IconTrash } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { TagBadge } from "#domains/tags/web/public.tsx";
import { type OperatorTag, operatorTags } from "../contract.ts";

/** The tags that every business can use. */
export function TagsScreen() {
  const remove = useSend(operatorTags.remove, { invalidates: [operatorTags.table] });

  async function confirmAndDelete(row: OperatorTag) {
    const confirmed = await confirm({
      title: `Delete the tag ${row.tag}?`,
      text: `${consequence(row)} This can't be undone.`,
      action: "Delete Tag",
      danger: true,
    });
    if (confirmed) remove.mutate({ body: { id: row.id } });
  }

  return (
    <Screen title="Tags" commands={{ main: { label: "Add New Tag", icon: IconTag, to: "/admin/tags/add" } }}>
      <DataTable
        call={operatorTags.table}
        label="Tags"
        nameOf={(row) => row.tag}
        actions={(row) => [
          { label: "Delete Tag", icon: IconTrash, danger: true, onClick: () => void confirmAndDelete(row) },
        ]}
        columns={[
          {
            key: "tag",
            card: "title",
            label: "Tag Name",
            sortable: true,
            render: ({ tag }) => <TagBadge name={tag} />,
          },
          {
            key: "total_customers",
            card: "line",
            label: "Customers",
            sortable: true,
            render: (row) => countText(row.total_customers),
          },
          { key: "status", card: "status", label: "Status", render: () => <Badge variant="light">Active</Badge> },
        ]}
      />
    </Screen>
  );
}

function consequence({ total_customers }: OperatorTag): string {
  if (total_customers === 0) return "Businesses can no longer use it.";
  const affected = total_customers === 1 ? "1 customer" : `${countText(total_customers)} customers`;
  return `It's removed from ${affected}, and businesses can no longer use it.`;
}
