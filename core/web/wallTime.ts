const anHour = 3_600_000;

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatter(zone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-US", { ...digits, second: "2-digit", hourCycle: "h23", timeZone: zone });
  formatters.set(zone, made);
  return made;
}

/** What the clocks of a zone show, as milliseconds of a day without zone. */
function wall(instant: number, zone: string | undefined): number {
  const part = Object.fromEntries(
    formatter(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `2026-11-22T09:00`: an instant as a date and time field shows it, on the clocks of a zone. */
export function fieldOf(instant: Date, zone: string | undefined): string {
  return new Date(wall(instant.getTime(), zone)).toISOString().slice(0, 16);
}

/**
 * The instant at which the clocks of a zone show what a date and time field holds; undefined when it holds none.
 * A time that the clocks leave out in spring is the one an hour later; of one that comes twice it is the first.
 */
export function instantOf(field: string, zone: string | undefined): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(field)) return undefined;
  const shown = Date.parse(`${field.slice(0, 16)}:00Z`);
  if (Number.isNaN(shown)) return undefined;
  const offsets = [-24, 24].map((hours) => wall(shown + hours * anHour, zone) - (shown + hours * anHour));
  const candidates = offsets.map((offset) => shown - offset).sort((a, b) => a - b);
  const right = candidates.find((instant) => wall(instant, zone) === shown);
  return new Date(right ?? Math.max(...candidates));
}
