import { offsetAt } from "#core/wallTime.ts";
import { zoneOptions } from "#core/zoneOptions.ts";

const usZones: readonly string[] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** `GMT-4`, `GMT+5:30`: what clocks show there at this instant, in summer too. */
export function offsetName(zone: string, now: Date): string {
  const minutes = offsetAt(zone, now);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** The blank option, which means the location's zone, then the US time zones, then all others. */
export function zoneChoices(locationZone: string, now: Date) {
  const toChoice = ({ label, zone }: { label: string; zone: string }) => ({
    value: label,
    label: `${label}, now ${offsetName(zone, now)}`,
  });
  const us = usZones.flatMap((zone) => zoneOptions.filter((option) => option.zone === zone));
  const others = zoneOptions.filter(({ zone }) => !usZones.includes(zone));
  const own = { value: "", label: `Your location (${offsetName(locationZone, now)})` };
  return [
    { group: "Your location", items: [own] },
    { group: "United States", items: us.map(toChoice) },
    { group: "All others", items: others.map(toChoice) },
  ];
}
