/*
 * A second reader of calendar files, which shares nothing with the first: it knows the file's own zones by their yearly
 * rules, and nothing else of the format.
 */

interface Observance {
  /** Minutes east of UTC from then on, and before. */
  readonly to: number;
  readonly from: number;
  /** The wall time at which it begins, as if that were UTC. */
  readonly starts: number;
  readonly rule: string;
}

const minuteMs = 60_000;
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

const minutesOf = (offset: string) =>
  (offset.startsWith("-") ? -1 : 1) * (60 * Number(offset.slice(1, 3)) + Number(offset.slice(3, 5)));

function wallOf(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(text) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The nth weekday of a month, or with a negative n the nth from its end. */
function dayInMonth(year: number, month: number, nth: number, weekday: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length: last }, (_, index) => index + 1).filter(
    (day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday,
  );
  return days.at(nth > 0 ? nth - 1 : nth) ?? 1;
}

/** When an observance begins in a year, as wall time; undefined in a year without it. */
function beginsIn({ starts, rule }: Observance, year: number): number | undefined {
  const first = new Date(starts);
  if (year < first.getUTCFullYear()) return undefined;
  if (rule === "") return year === first.getUTCFullYear() ? starts : undefined;
  const month = Number(/BYMONTH=(\d+)/.exec(rule)?.[1]);
  const [, nth = "1", weekday = "SU"] = /BYDAY=([+-]?\d+)([A-Z]{2})/.exec(rule) ?? [];
  const until = /UNTIL=(\w+)/.exec(rule)?.[1];
  const day = dayInMonth(year, month, Number(nth), weekdays.indexOf(weekday));
  const at = Date.UTC(year, month - 1, day, first.getUTCHours(), first.getUTCMinutes());
  return until && at > wallOf(until) + 24 * 60 * minuteMs ? undefined : at;
}

/** The offset of the latest change before this wall time. */
function offsetAt(observances: readonly Observance[], wall: number): number {
  const year = new Date(wall).getUTCFullYear();
  const changes = observances.flatMap((observance) =>
    [year - 1, year].flatMap((one) => {
      const at = beginsIn(observance, one);
      return at === undefined ? [] : [{ at, to: observance.to }];
    }),
  );
  const before = changes.filter(({ at }) => at <= wall).sort((one, other) => other.at - one.at)[0];
  if (before) return before.to;
  const latest = [...observances]
    .filter(({ starts }) => starts <= wall)
    .sort((one, other) => other.starts - one.starts);
  return (latest[0] ?? observances[0])?.to ?? 0;
}

/** The instants of a calendar file's entries. A wall time that comes twice is its first one, as the standard says. */
export function readInstants(text: string): { start: string; end: string }[] {
  const lines = text.replaceAll("\r\n ", "").replaceAll("\r\n\t", "").split("\r\n");
  const zones = new Map<string, Observance[]>();
  const entries: { start: string; end: string }[] = [];
  let zone = "";
  let part: Record<string, string> = {};
  let inside = "";
  const instantOf = (name: string) => {
    const [key = "", value = ""] = Object.entries(part).find(([known]) => known.split(";")[0] === name) ?? [];
    if (value.endsWith("Z")) return new Date(wallOf(value)).toISOString();
    const wall = wallOf(value);
    const offset = offsetAt(zones.get(/TZID=([^;:]+)/.exec(key)?.[1] ?? "") ?? [], wall);
    return new Date(wall - offset * minuteMs).toISOString();
  };
  for (const line of lines) {
    const colon = line.indexOf(":");
    const [key, value] = [line.slice(0, colon), line.slice(colon + 1)];
    if (key === "BEGIN" && ["STANDARD", "DAYLIGHT", "VEVENT"].includes(value)) [inside, part] = [value, {}];
    else if (inside !== "" && key !== "END") part[key] = value;
    else if (key === "TZID") {
      zone = value;
      zones.set(zone, []);
    }
    if (key !== "END" || value !== inside) continue;
    if (inside === "VEVENT") entries.push({ start: instantOf("DTSTART"), end: instantOf("DTEND") });
    else
      zones.get(zone)?.push({
        to: minutesOf(part.TZOFFSETTO ?? ""),
        from: minutesOf(part.TZOFFSETFROM ?? ""),
        starts: wallOf(part.DTSTART ?? ""),
        rule: part.RRULE ?? "",
      });
    inside = "";
  }
  return entries;
}
