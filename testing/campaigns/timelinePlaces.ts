/** Where somebody may be, and from when to when the law lets marketing texts reach them there, as people write it. */
export interface TimelinePlace {
  readonly address: string;
  readonly areaCode: string;
  /** Every zone in which the phone may be; empty: nothing is known, and the location's is assumed. */
  readonly zones: readonly string[];
  readonly hours: (isSunday: boolean) => readonly [from: number, to: number];
  /** Texts in a day. */
  readonly limit: number;
}

const everywhere = Number.POSITIVE_INFINITY;

export const timelinePlaces: readonly TimelinePlace[] = [
  {
    address: "1 Elm St, Albany, NY 12207",
    areaCode: "808",
    zones: ["America/New_York"],
    hours: () => [8, 21],
    limit: everywhere,
  },
  {
    address: "1 Elm St, Houston, TX 77002",
    areaCode: "212",
    zones: ["America/Chicago"],
    limit: everywhere,
    hours: (isSunday) => [isSunday ? 12 : 9, 21],
  },
  {
    address: "1 Elm St, Miami, FL 33101",
    areaCode: "415",
    zones: ["America/New_York"],
    hours: () => [8, 20],
    limit: 3,
  },
  // Of these only the area code is known, which is in two zones.
  { address: "", areaCode: "850", zones: ["America/New_York", "America/Chicago"], hours: () => [8, 20], limit: 3 },
  {
    address: "",
    areaCode: "775",
    zones: ["America/Los_Angeles", "America/Denver"],
    hours: () => [8, 21],
    limit: everywhere,
  },
  // Toll-free numbers can't be texted; what a business kept of them from earlier is never sent to.
  { address: "", areaCode: "833", zones: [], hours: () => [12, 17], limit: everywhere },
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is within a place's hours, in every zone in which the phone may be. */
export function isWithinHours(place: TimelinePlace, at: number, zones = place.zones): boolean {
  return zones.every((zone) => {
    const known = formats.get(zone);
    const format =
      known ??
      new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short", hour: "numeric", hourCycle: "h23" });
    formats.set(zone, format);
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const [from, to] = place.hours(parts.weekday === "Sun");
    const hour = Number(parts.hour);
    return hour >= from && hour < to;
  });
}

let count = 0;

/** A phone with the place's area code that no other timeline has. */
export function phoneAt({ areaCode }: TimelinePlace): string {
  count += 1;
  return `+1${areaCode}${200 + (Math.floor(count / 10_000) % 800)}${String(count % 10_000).padStart(4, "0")}`;
}
