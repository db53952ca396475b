import { useMemo, useState } from "react";

type Key = string | number;

export interface Chosen<Row> {
  /** In the order they were chosen in, as the newest answer has them. */
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], chosen: boolean) => void;
  clear: () => void;
}

/**
 * The rows that a person chose: they stay chosen on other pages and while searching on.
 *
 * @param of whatever makes a choice pointless when it changes: another list, another filter.
 */
export function useChosen<Row>(shown: readonly Row[], keyOf: (row: Row) => Key, of: string): Chosen<Row> {
  const [kept, setKept] = useState<{ of: string; rows: ReadonlyMap<Key, Row> }>({ of, rows: new Map() });
  return useMemo(() => {
    const rows = kept.of === of ? kept.rows : new Map<Key, Row>();
    const keep = (next: ReadonlyMap<Key, Row>) => setKept({ of, rows: next });
    const fresh = new Map(shown.map((row) => [keyOf(row), row]));
    return {
      rows: [...rows].map(([key, row]) => fresh.get(key) ?? row),
      has: (row) => rows.has(keyOf(row)),
      set: (some, chosen) => keep(withRows(rows, some, keyOf, chosen)),
      clear: () => keep(new Map()),
    };
  }, [kept, of, shown, keyOf]);
}

/** The chosen rows with some more, or without them. */
export function withRows<Row>(
  rows: ReadonlyMap<Key, Row>,
  some: readonly Row[],
  keyOf: (row: Row) => Key,
  chosen: boolean,
): ReadonlyMap<Key, Row> {
  const next = new Map(rows);
  for (const row of some) {
    if (chosen) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

/** What the checkbox for a whole page shows. */
export function pageChoice<Row>(chosen: Pick<Chosen<Row>, "has">, shown: readonly Row[]): "all" | "some" | "none" {
  const count = shown.filter((row) => chosen.has(row)).length;
  if (count === 0) return "none";
  return count === shown.length ? "all" : "some";
}
