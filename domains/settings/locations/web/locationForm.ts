import { timeZoneName, timeZones } from "#core/timeZones.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { Location, LocationDraft } from "#domains/locations/contract.ts";
import { timeZoneOf } from "#domains/locations/rules.ts";

export type LocationForm = Record<keyof LocationDraft, string>;

export const emptyLocation: LocationForm = {
  title: "",
  address: "",
  address_2: "",
  city: "",
  state: "",
  postal_code: "",
  time_zone: "",
};

/** The zone that follows from the address; empty without a state. */
const addressZone = ({ state, postal_code }: Pick<LocationForm, "state" | "postal_code">) =>
  state && timeZoneOf(state, postal_code);

/** The zone that the form means; empty while it has to be chosen. */
export const zoneOfForm = (form: LocationForm) => form.time_zone || addressZone(form);

/** A location as the form shows it: a zone that follows from the address keeps following it. */
export function formOf(location: Location): LocationForm {
  const { title, address, address_2, city, state, postal_code, time_zone } = location;
  const values = { title, address, address_2, city, state, postal_code };
  return { ...values, time_zone: addressZone(values) === time_zone ? "" : time_zone };
}

/** The select's options: what the address says first, then every zone. */
export function zoneOptions(form: LocationForm): { value: string; label: string }[] {
  const zone = addressZone(form);
  const first = zone ? `From the address: ${timeZoneName(zone)}` : "Select a time zone";
  const named = Object.entries(timeZones).filter(([value]) => value !== "America/Detroit" || value === form.time_zone);
  return [{ value: "", label: first }, ...named.map(([value, label]) => ({ value, label }))];
}

/** How another zone changes times; undefined when they stay the same. */
export function zoneChangeText(before: string, after: string, now: Date): string | undefined {
  if (!after || formatInstant(now, "dateTime", before) === formatInstant(now, "dateTime", after)) return undefined;
  const time = (zone: string) => formatInstant(now, "time", zone);
  return (
    `Local time here changes from ${time(before)} to ${time(after)}. Appointments and scheduled texts stay at the same ` +
    "moment, so they show at a different time of day. Business hours keep their times."
  );
}
