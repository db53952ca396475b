interface DueSpan {
  readonly first_due_at: string;
  readonly last_due_at: string;
}

const hourMs = 3_600_000;
/** Narrower, a span can't be seen. */
const leastWidth = 2;

/** Where each zone's texts lie between the first and the last of all, in percent; never less than an hour is shown. */
export function zoneSpans<Z extends DueSpan>(zones: readonly Z[]): (Z & { start: number; width: number })[] {
  const first = Math.min(...zones.map(({ first_due_at }) => Date.parse(first_due_at)));
  const last = Math.max(first + hourMs, ...zones.map(({ last_due_at }) => Date.parse(last_due_at)));
  const share = (ms: number) => (100 * ms) / (last - first);
  return zones.map((zone) => {
    const [from, to] = [Date.parse(zone.first_due_at), Date.parse(zone.last_due_at)];
    const width = Math.max(leastWidth, share(to - from));
    return { ...zone, start: Math.min(share(from - first), 100 - width), width };
  });
}
