import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { DropMenu, type MenuOption } from "../menu/DropMenu.tsx";

export type RowAction = MenuOption;

/** The action menu of one row. */
export function RowMenu({ actions, of }: { actions: readonly RowAction[]; of?: string }) {
  return (
    <DropMenu
      items={actions}
      trigger={
        <ActionIcon variant="subtle" color="gray" aria-label={of ? `Actions for ${of}` : "Actions"}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
