/** What a request's body may take of what everybody shares. */
export interface BodyLimits {
  /** How long nothing may arrive. */
  readonly idleMs: number;
  /** Before this the average does not count. */
  readonly graceMs: number;
  /** The least average, so that ten megabytes over a slow phone still arrive. */
  readonly bytesPerSecond: number;
  /** How many may be under way at once, and how many of them from one address. */
  readonly count: number;
  readonly countPerAddress: number;
}

/** How far a body has come. Only time in which the app waited for its sender counts. */
export interface BodyProgress {
  readonly receivedBytes: number;
  readonly waitedMs: number;
  readonly idleMs: number;
}

export const nothingYet: BodyProgress = { receivedBytes: 0, waitedMs: 0, idleMs: 0 };

interface Observation {
  readonly receivedBytes: number;
  readonly elapsedMs: number;
  /** Bytes lie here unread: the app is busy, and the sender has to wait. */
  readonly isUnread: boolean;
}

/** The progress after another look at the body. */
export function observe(before: BodyProgress, { receivedBytes, elapsedMs, isUnread }: Observation): BodyProgress {
  if (isUnread) return { ...before, receivedBytes, idleMs: 0 };
  const isIdle = receivedBytes === before.receivedBytes;
  return {
    receivedBytes,
    waitedMs: before.waitedMs + elapsedMs,
    idleMs: isIdle ? before.idleMs + elapsedMs : 0,
  };
}

/** True for a body that nobody should wait for any longer. */
export function isTooSlow({ receivedBytes, waitedMs, idleMs }: BodyProgress, limits: BodyLimits): boolean {
  if (idleMs >= limits.idleMs) return true;
  return waitedMs > limits.graceMs && receivedBytes < (limits.bytesPerSecond * waitedMs) / 1000;
}

/** A body under way: where it comes from and how many bytes a millisecond it has brought so far. */
export interface Competitor {
  readonly address: string;
  readonly speed: number;
}

/** Whose body gives way, and whether its address had too many or there were too many altogether. */
export interface Eviction<T> {
  readonly loser: T;
  readonly isForAddress: boolean;
}

/**
 * Who gives way to the newest of these bodies, the oldest first: the slowest of its address, or with too many altogether
 * of the address that has the most. A quick request therefore always finds room.
 */
export function evictionFor<T extends Competitor>(bodies: readonly T[], limits: BodyLimits): Eviction<T> | undefined {
  const newest = bodies.at(-1);
  if (!newest) return undefined;
  const others = Map.groupBy(bodies.slice(0, -1), ({ address }) => address);
  const neighbors = others.get(newest.address) ?? [];
  if (neighbors.length >= limits.countPerAddress) return { loser: slowestOf(neighbors), isForAddress: true };
  if (bodies.length <= limits.count) return undefined;
  const busiest = [...others.values()].reduce((largest, group) => (group.length > largest.length ? group : largest));
  return { loser: slowestOf(busiest), isForAddress: false };
}

function slowestOf<T extends Competitor>(bodies: readonly T[]): T {
  return bodies.reduce((slowest, body) => (body.speed < slowest.speed ? body : slowest));
}
