import { Button, Checkbox, Group, Modal } from "@mantine/core";
import { MoveButtons, type MoveStep, movedRows, useFocusAfterMove } from "../form/moveRows.tsx";
import classes from "./ColumnsDialog.module.css";
import type { ColumnChoice } from "./useColumnChoice.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  choice: ColumnChoice;
}

/** Which columns a table shows, and in which order; changes show at once. */
export function ColumnsDialog({ opened, onClose, choice: { all, choose, reset } }: Props) {
  const { list, focusAfter } = useFocusAfterMove<HTMLUListElement>(all);
  const move = (at: number, step: MoveStep) => {
    const column = all[at];
    if (column) focusAfter(column.key, step);
    choose(movedRows(all, at, step));
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Columns" size="sm">
      <ul ref={list} className={classes.columns}>
        {all.map((column, at) => (
          <li key={column.key} data-row={column.key}>
            <Checkbox
              label={column.label}
              checked={column.isShown}
              onChange={() => choose(all.map((one) => (one === column ? { ...one, isShown: !one.isShown } : one)))}
            />
            <Group gap="0.25rem" wrap="nowrap">
              <MoveButtons
                up={`Move ${column.label} up`}
                down={`Move ${column.label} down`}
                isFirst={at === 0}
                isLast={at === all.length - 1}
                onMove={(step) => move(at, step)}
              />
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
