const hourMs = 3_600_000;

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatter(zone: string | undefined): Intl.DateTimeFormat {
  const existing = formatters.get(zone);
  if (existing) return existing;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const created = new Intl.DateTimeFormat("en-US", { ...digits, second: "2-digit", hourCycle: "h23", timeZone: zone });
  formatters.set(zone, created);
  return created;
}

/** A zone's wall-clock time, as milliseconds as if it were UTC. */
function wallClock(instant: number, zone: string | undefined): number {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `2026-11-22T09:00`: an instant as the value of a date and time field, in a zone. */
export function toDateTimeField(instant: Date, zone: string | undefined): string {
  return new Date(wallClock(instant.getTime(), zone)).toISOString().slice(0, 16);
}

/**
 * The instant at which a zone's clocks show a date and time field's value; undefined without one. A time that spring
 * skips becomes an hour later; a repeated one means its first occurrence.
 */
export function fromDateTimeField(field: string, zone: string | undefined): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(field)) return undefined;
  const wallMs = Date.parse(`${field.slice(0, 16)}:00Z`);
  if (Number.isNaN(wallMs)) return undefined;
  const offsets = [-24, 24].map((hours) => wallClock(wallMs + hours * hourMs, zone) - (wallMs + hours * hourMs));
  const candidates = offsets.map((offset) => wallMs - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => wallClock(instant, zone) === wallMs);
  return new Date(exact ?? Math.max(...candidates));
}
