/*
 * Responses arrive in any order, so each request takes a number and the response to the later request wins. Every commit
 * publishes an event that triggers a request, so the last request about a row always sees its last state.
 */

/** A row and the number of the request that returned it. */
export interface Versioned<T> {
  readonly value: T;
  readonly asOf: number;
}

export type VersionedById<T> = ReadonlyMap<number, Versioned<T>>;

/** The cache with `rows` added, except where it holds the response to a later request. */
export function upsertIfNewer<T extends { id: number }>(
  cache: VersionedById<T>,
  asOf: number,
  rows: readonly T[],
): VersionedById<T> {
  if (rows.length === 0) return cache;
  const next = new Map(cache);
  for (const value of rows) {
    const before = next.get(value.id);
    if (!before || before.asOf <= asOf) next.set(value.id, { value, asOf });
  }
  return next;
}
