import { ActionIcon } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import { useContext } from "react";
import { OtherCommands } from "../layout/screenCommands.ts";
import { DropMenu, type MenuOption } from "../menu/DropMenu.tsx";
import classes from "./DataTable.module.css";

/** On a phone, the menu beside the search box: the screen's other commands, and selecting rows. */
export function TableMenu({ label, items }: { label: string; items: readonly MenuOption[] }) {
  const commands = useContext(OtherCommands);
  return (
    <span className={classes.phoneMenu}>
      <DropMenu
        items={[...commands, ...items]}
        trigger={
          <ActionIcon variant="default" size={40} aria-label={`More for ${label.toLowerCase()}`}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        }
      />
    </span>
  );
}
