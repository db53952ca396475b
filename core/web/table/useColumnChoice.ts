import { usePersonalChoice } from "../session/usePersonalChoice.ts";
import { chosenColumns, readChoice, type ShownColumn, writeChoice } from "./columnChoice.ts";
import type { TableColumn } from "./tableColumn.ts";
import { useTableQuery } from "./useTableQuery.ts";

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
  const [remembered, remember] = usePersonalChoice(`columns ${name ?? ""}`);
  const [query, change] = useTableQuery(false);
  const named = query.get("columns") ?? "";
  const all = readChoice(name === undefined ? "" : named || remembered, columns);
  // What a saved view shows stands in the address, and leaves what the person likes elsewhere as it is.
  const isOfView = named !== "" || query.has("saved");
  const store = (choice: string) =>
    isOfView ? change((now) => withColumns(now, choice), { replace: true }) : remember(choice);
  return {
    all,
    columns: name === undefined ? [...columns] : chosenColumns(columns, all),
    choose: (next) => store(writeChoice(next)),
    reset: () => store(""),
  };
}

function withColumns(query: URLSearchParams, choice: string): URLSearchParams {
  const next = new URLSearchParams(query);
  if (choice) next.set("columns", choice);
  else next.delete("columns");
  return next;
}
