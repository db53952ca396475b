import { ActionIcon, Button, Checkbox, Group, Modal } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import classes from "./ColumnsDialog.module.css";
import type { ShownColumn } from "./columnChoice.ts";
import type { ColumnChoice } from "./useColumnChoice.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  choice: ColumnChoice;
}

/** Which columns a table shows, and in which order; changes show at once. */
export function ColumnsDialog({ opened, onClose, choice: { all, choose, reset } }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const swap = (column: ShownColumn, step: 1 | -1) => {
    const at = all.indexOf(column);
    const other = all[at + step];
    if (!other) return;
    choose(all.map((one) => (one === column ? other : one === other ? column : one)));
    // The focus follows the column.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-key="${column.key}"]`);
      const button = row?.querySelector<HTMLElement>(`[data-step="${step}"]:not(:disabled)`);
      (button ?? row?.querySelector<HTMLElement>("button:not(:disabled)"))?.focus();
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Columns" size="sm">
      <ul ref={list} className={classes.columns}>
        {all.map((column, at) => (
          <li key={column.key} data-key={column.key}>
            <Checkbox
              label={column.label}
              checked={column.isShown}
              onChange={() => choose(all.map((one) => (one === column ? { ...one, isShown: !one.isShown } : one)))}
            />
            <Group gap="0.25rem" wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                data-step={-1}
                aria-label={`Move ${column.label} up`}
                disabled={at === 0}
                onClick={() => swap(column, -1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                data-step={1}
                aria-label={`Move ${column.label} down`}
                disabled={at === all.length - 1}
                onClick={() => swap(column, 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" onClick={reset}>
          Reset
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
