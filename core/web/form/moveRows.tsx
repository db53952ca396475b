import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

/** One row up, or one down. */
export type MoveStep = 1 | -1;

interface Props {
  /** Names of the buttons for screen readers, with the row's: "Move Sold up". */
  up: string;
  down: string;
  isFirst: boolean;
  isLast: boolean;
  /** True while a move is being saved. */
  isBusy?: boolean;
  onMove: (step: MoveStep) => void;
}

/** The two buttons that move a row in its list. */
export function MoveButtons({ up, down, isFirst, isLast, isBusy = false, onMove }: Props) {
  const icon = { variant: "subtle", color: "gray", size: "lg" } as const;
  return (
    <>
      <ActionIcon {...icon} data-step={-1} aria-label={up} disabled={isFirst || isBusy} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...icon} data-step={1} aria-label={down} disabled={isLast || isBusy} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** The rows with one of them moved; as they are, where it can't be. */
export function movedRows<T>(rows: readonly T[], at: number, step: MoveStep): T[] {
  const [one, other] = [rows[at], rows[at + step]];
  return one === undefined || other === undefined ? [...rows] : rows.with(at, other).with(at + step, one);
}

/**
 * Keeps the focus on the row that was moved, by its `data-row`: on the same button, or on the other one where the row
 * came to an end. Step 0 is a row that was added: its first field gets the focus.
 */
export function useFocusAfterMove<List extends HTMLElement>(rows: readonly unknown[]) {
  const list = useRef<List>(null);
  const next = useRef<{ key: string | number; step: MoveStep | 0; before: readonly unknown[] }>(undefined);
  useEffect(() => {
    const asked = next.current;
    if (!asked || asked.before === rows) return;
    next.current = undefined;
    const row = list.current?.querySelector(`[data-row="${asked.key}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-step="${asked.step}"]:not(:disabled)`);
    const other = asked.step === 0 ? "input" : "[data-step]:not(:disabled)";
    (button ?? row?.querySelector<HTMLElement>(other))?.focus();
  }, [rows]);
  return {
    list,
    focusAfter: (key: string | number, step: MoveStep | 0) => {
      next.current = { key, step, before: rows };
    },
  };
}
