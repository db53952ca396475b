import { usePersonalChoice } from "../session/usePersonalChoice.ts";
import { chosenColumns, readChoice, type ShownColumn, writeChoice } from "./columnChoice.ts";
import type { TableColumn } from "./tableColumn.ts";

/** A table's columns, of which a person chose which are shown and in which order. */
export interface ColumnChoice {
  /** All but the fixed ones, in their order. */
  readonly all: readonly ShownColumn[];
  readonly choose: (columns: readonly ShownColumn[]) => void;
  /** Back to how the table shows itself. */
  readonly reset: () => void;
}

/** @param name under which the choice is remembered; undefined: there is none. */
export function useColumnChoice<Row>(
  name: string | undefined,
  columns: readonly TableColumn<Row>[],
): ColumnChoice & { columns: TableColumn<Row>[] } {
  const [stored, store] = usePersonalChoice(`columns ${name ?? ""}`);
  const all = readChoice(name === undefined ? "" : stored, columns);
  return {
    all,
    columns: name === undefined ? [...columns] : chosenColumns(columns, all),
    choose: (next) => store(writeChoice(next)),
    reset: () => store(""),
  };
}
