/*
 * Answers arrive in any order. Each request takes a number when it leaves; of two answers about the same row the one that
 * was asked later counts. Every change of a row is announced after its commit and asked for then, so the last request
 * about a row always sees its last state, and whatever arrives when, the same remains.
 */

/** A row, and the number of the request that brought it. */
export interface Known<T> {
  readonly value: T;
  readonly asOf: number;
}

export type KnownById<T> = ReadonlyMap<number, Known<T>>;

/** The rows with the given ones put in, unless something later is known of them. */
export function learn<T extends { id: number }>(known: KnownById<T>, asOf: number, rows: readonly T[]): KnownById<T> {
  if (rows.length === 0) return known;
  const next = new Map(known);
  for (const value of rows) {
    const before = next.get(value.id);
    if (!before || before.asOf <= asOf) next.set(value.id, { value, asOf });
  }
  return next;
}
