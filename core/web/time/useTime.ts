import { useMemo } from "react";
import { createObservable } from "#core/observable.ts";
import { timeAgo } from "#core/timeAgo.ts";
import { useIsPrerendered } from "../loading/hydration.tsx";
import { useObservable } from "../useStore.ts";

const zoneKey = "time_zone";
const ownerKey = "time_zone_location";
const timeZone = createObservable(() => {
  // The session's own keys: it stores the location under one of them.
  const location = localStorage.getItem("Location-Id") ?? localStorage.getItem("location_id");
  const isOwn = localStorage.getItem(ownerKey) === String(Number(location) || null);
  return (isOwn && localStorage.getItem(zoneKey)) || undefined;
});

/** A location's zone, stored beside the session so that the first paint is right. `null` is the operator's location. */
export function setTimeZone(zone: string, location_id: number | null): void {
  const owner = String(location_id);
  if (localStorage.getItem(zoneKey) === zone && localStorage.getItem(ownerKey) === owner) return;
  localStorage.setItem(zoneKey, zone);
  localStorage.setItem(ownerKey, owner);
  timeZone.notify();
}

/**
 * IANA name of the acting location's time zone. Undefined until a prerendered page is hydrated, which knows none, and
 * until the zone of a location that was switched to has come; the shell shows no screen meanwhile.
 */
export function useTimeZone(): string | undefined {
  const zone = useObservable(timeZone);
  return useIsPrerendered() ? undefined : zone;
}

const formats = {
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  day: { weekday: "long", month: "long", day: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Format = keyof typeof formats;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `Nov 21, 2025, 3:05 PM` in the given zone. */
export function formatInstant(instant: string | Date, format: Format, zone?: string): string {
  const name = `${format} ${zone}`;
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { ...formats[format], timeZone: zone });
    formatters.set(name, formatter);
  }
  // Newer browsers put a narrow no-break space before AM and PM, older ones a space.
  return formatter.format(new Date(instant)).replace(/\u202f/g, " ");
}

export type TimeFormats = ReturnType<typeof useTime>;

/** Formatters in the acting location's zone: `const time = useTime(); time.dateTime(row.datetime)`. */
export function useTime() {
  const zone = useTimeZone();
  return useMemo(
    () => ({
      zone,
      dateTime: (instant: string | Date) => formatInstant(instant, "dateTime", zone),
      date: (instant: string | Date) => formatInstant(instant, "date", zone),
      time: (instant: string | Date) => formatInstant(instant, "time", zone),
      /** `Friday, November 21` */
      day: (instant: string | Date) => formatInstant(instant, "day", zone),
      ago: timeAgo,
    }),
    [zone],
  );
}
