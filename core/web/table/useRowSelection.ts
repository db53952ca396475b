import { useMemo, useState } from "react";

type RowKey = string | number;

export interface RowSelection<Row> {
  /** In order of selection, with their latest data. */
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], chosen: boolean) => void;
  clear: () => void;
}

/**
 * The rows that a user selected; they stay selected across pages and searches.
 *
 * @param scope resets the selection when it changes: another list, another filter.
 */
export function useRowSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => RowKey,
  scope: string,
): RowSelection<Row> {
  const [stored, setStored] = useState<{ scope: string; rows: ReadonlyMap<RowKey, Row> }>({ scope, rows: new Map() });
  return useMemo(() => {
    const rows = stored.scope === scope ? stored.rows : new Map<RowKey, Row>();
    const store = (next: ReadonlyMap<RowKey, Row>) => setStored({ scope, rows: next });
    const fresh = new Map(shown.map((row) => [keyOf(row), row]));
    return {
      rows: [...rows].map(([key, row]) => fresh.get(key) ?? row),
      has: (row) => rows.has(keyOf(row)),
      set: (some, chosen) => store(withRows(rows, some, keyOf, chosen)),
      clear: () => store(new Map()),
    };
  }, [stored, scope, shown, keyOf]);
}

/** The selection with some rows added or removed. */
export function withRows<Row>(
  rows: ReadonlyMap<RowKey, Row>,
  some: readonly Row[],
  keyOf: (row: Row) => RowKey,
  chosen: boolean,
): ReadonlyMap<RowKey, Row> {
  const next = new Map(rows);
  for (const row of some) {
    if (chosen) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

/** The state of the checkbox for a whole page. */
export function pageSelectionState<Row>(
  chosen: Pick<RowSelection<Row>, "has">,
  shown: readonly Row[],
): "all" | "some" | "none" {
  const count = shown.filter((row) => chosen.has(row)).length;
  if (count === 0) return "none";
  return count === shown.length ? "all" : "some";
}
