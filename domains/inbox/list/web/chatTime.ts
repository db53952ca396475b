const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: Date, options: Intl.DateTimeFormatOptions, zone: string | undefined): string {
  const name = `${JSON.stringify(options)} ${zone}`;
  let formatter = formats.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
    formats.set(name, formatter);
  }
  return formatter.format(instant).replace(/\u202f/g, " ");
}

/** The calendar day in a time zone, as a number that grows by one each midnight. */
export function dayNumber(instant: Date, zone: string | undefined): number {
  const [month, day, year] = format(instant, { year: "numeric", month: "numeric", day: "numeric" }, zone).split("/");
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
}

const time = { hour: "numeric", minute: "2-digit" } as const;

/** Short enough for a row: `3:05 PM` today, `Yesterday`, `Tue` this week, `Nov 3`, `11/3/24`. */
export function shortTime(at: string, zone: string | undefined, now: Date): string {
  const instant = new Date(at);
  const days = dayNumber(now, zone) - dayNumber(instant, zone);
  if (days <= 0) return format(instant, time, zone);
  if (days === 1) return "Yesterday";
  if (days < 7) return format(instant, { weekday: "short" }, zone);
  const year = format(instant, { year: "numeric" }, zone);
  if (year === format(now, { year: "numeric" }, zone)) return format(instant, { month: "short", day: "numeric" }, zone);
  return format(instant, { year: "2-digit", month: "numeric", day: "numeric" }, zone);
}

/** `Waiting since 3:05 PM`, `Waiting since yesterday`, `Waiting since Tue` and so on. */
export function waitText(since: string, zone: string | undefined, now: Date): string {
  const time = shortTime(since, zone, now);
  return `Waiting since ${time === "Yesterday" ? "yesterday" : time}`;
}

/** The heading over a day's messages: `Today`, `Yesterday`, `Tuesday, November 3`, with the year unless it is the current one. */
export function dayName(at: string, zone: string | undefined, now: Date): string {
  const instant = new Date(at);
  const days = dayNumber(now, zone) - dayNumber(instant, zone);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  const year = format(instant, { year: "numeric" }, zone);
  const day = format(instant, { weekday: "long", month: "long", day: "numeric" }, zone);
  return year === format(now, { year: "numeric" }, zone) ? day : `${day}, ${year}`;
}
