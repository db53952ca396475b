/** The time zones of the US by IANA name, as people call them. Detroit's clocks are New York's. */
export const timeZones = {
  "America/New_York": "Eastern time",
  "America/Detroit": "Eastern time",
  "America/Chicago": "Central time",
  "America/Denver": "Mountain time",
  "America/Phoenix": "Arizona time",
  "America/Los_Angeles": "Pacific time",
  "America/Anchorage": "Alaska time",
  "America/Adak": "Aleutian time",
  "Pacific/Honolulu": "Hawaii time",
  "America/Puerto_Rico": "Puerto Rico time",
  "America/St_Thomas": "Virgin Islands time",
  "Pacific/Guam": "Guam time",
  "Pacific/Saipan": "Northern Mariana time",
  "Pacific/Pago_Pago": "Samoa time",
} as const;
export type TimeZone = keyof typeof timeZones;

/** True for a time zone of the US. */
export const isTimeZone = (zone: string): zone is TimeZone => Object.hasOwn(timeZones, zone);

/** `America/Los_Angeles` → `Pacific time`; a foreign zone by its city. */
export function timeZoneName(zone: string): string {
  return isTimeZone(zone) ? timeZones[zone] : `${zone.split("/").at(-1)?.replaceAll("_", " ")} time`;
}
