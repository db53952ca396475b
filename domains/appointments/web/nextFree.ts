const aMinute = 60_000;
const quarter = 15 * aMinute;

interface AwayTime {
  readonly starts_at: string;
  readonly ends_at: string;
}

interface Candidate {
  readonly id: number;
  readonly user_type: string;
}

interface Day<P extends Candidate> {
  readonly people: readonly P[];
  readonly appointments: readonly {
    readonly host_id: number | null;
    readonly status: number;
    readonly datetime: string;
    readonly ends_at: string;
  }[];
  /** When people are off, or busy in their own calendars. */
  readonly away: readonly (AwayTime & { readonly user_id: number })[];
  readonly now: Date;
  /** How long somebody has to be free, in minutes. */
  readonly minutes: number;
  /** When the location closes. */
  readonly until: Date;
}

/** From when on somebody is free for so long: now, or a quarter of an hour. */
function freeFrom(
  taken: readonly { readonly from: number; readonly to: number }[],
  now: number,
  length: number,
): number {
  let at = now;
  for (const { from, to } of taken.toSorted((one, other) => one.from - other.from)) {
    if (from < at + length && to > at) at = Math.ceil(to / quarter) * quarter;
  }
  return at;
}

/**
 * Who can receive a customer first, and when; undefined when nobody can before the location closes. Of several whoever has
 * least that day, and the owner last.
 */
export function nextFree<P extends Candidate>({ people, appointments, away, now, minutes, until }: Day<P>) {
  const length = minutes * aMinute;
  const time = now.getTime();
  const free = people.map((person) => {
    const own = appointments.filter(({ host_id, status }) => host_id === person.id && status === 0);
    const taken = [
      ...own.map(({ datetime, ends_at }) => ({ from: Date.parse(datetime), to: Date.parse(ends_at) })),
      ...away
        .filter(({ user_id }) => user_id === person.id)
        .map(({ starts_at, ends_at }) => ({ from: Date.parse(starts_at), to: Date.parse(ends_at) })),
    ];
    return {
      person,
      at: freeFrom(taken, time, length),
      rank: person.user_type === "dealer" ? 1 : 0,
      count: own.length,
    };
  });
  const [first] = free
    .filter(({ at }) => at === time || at + length <= until.getTime())
    .sort((one, other) => one.at - other.at || one.rank - other.rank || one.count - other.count);
  return first && { person: first.person, at: new Date(first.at), isNow: first.at === time };
}
