import { offsetAt } from "#core/wallTime.ts";

/** When the people of one time zone get a text. */
export interface ZoneCounted {
  readonly zone: string;
  /** 1: nothing is known about where they are. */
  readonly is_guess: 0 | 1;
  count: number;
  first_due_at: Date;
  last_due_at: Date;
}

/** Counts people by time zone. */
export class ZoneCount {
  readonly #times = new Map<string, ZoneCounted>();

  /** @param zones where the person may be, with spaces between. */
  add(zones: string, isGuess: boolean, due_at: Date): void {
    const key = `${zones} ${isGuess}`;
    const times = this.#times.get(key);
    if (!times) {
      const zone = lastToReach(zones.split(" "), due_at);
      this.#times.set(key, { zone, is_guess: isGuess ? 1 : 0, count: 1, first_due_at: due_at, last_due_at: due_at });
      return;
    }
    times.count += 1;
    if (due_at < times.first_due_at) times.first_due_at = due_at;
    if (due_at > times.last_due_at) times.last_due_at = due_at;
  }

  /** One entry for each zone, the earliest first. */
  result(): ZoneCounted[] {
    const byZone = Map.groupBy(this.#times.values(), ({ zone, is_guess }) => `${zone} ${is_guess}`);
    const joined = [...byZone.values()].map((times) => times.reduce(join));
    return joined.sort(
      (one, other) => Number(one.first_due_at) - Number(other.first_due_at) || other.count - one.count,
    );
  }
}

function join(one: ZoneCounted, other: ZoneCounted): ZoneCounted {
  return {
    ...one,
    count: one.count + other.count,
    first_due_at: one.first_due_at < other.first_due_at ? one.first_due_at : other.first_due_at,
    last_due_at: one.last_due_at > other.last_due_at ? one.last_due_at : other.last_due_at,
  };
}

/** Of several possible zones the one whose clocks are last: it decides when a text may go. */
function lastToReach(zones: readonly string[], at: Date): string {
  return zones.reduce((last, zone) => (offsetAt(zone, at) < offsetAt(last, at) ? zone : last));
}
