import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Icon } from "./screen.ts";

export interface RowAction {
  label: string;
  icon?: Icon;
  onClick: () => void;
  /** Marks what removes something. */
  danger?: boolean;
  disabled?: boolean;
}

/** The menu of what can be done with one row. */
export function RowMenu({ actions, of }: { actions: RowAction[]; of?: string }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={of ? `Actions for ${of}` : "Actions"}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: RowIcon, onClick, danger, disabled }) => (
          <Menu.Item
            key={label}
            leftSection={RowIcon && <RowIcon size={16} />}
            color={danger ? "var(--mantine-color-error)" : undefined}
            disabled={disabled}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
