import { api } from "#core/web/call/api.ts";
import { session } from "#core/web/session/session.ts";
import { setTimeZone } from "#core/web/time/useTime.ts";
import { type Location, locations } from "../contract.ts";
import { addressLine } from "../rules.ts";

/** Makes a location of the person's the acting one. */
export function actAt(
  location: Pick<Location, "id" | "title" | "time_zone"> & Parameters<typeof addressLine>[0],
): void {
  const { id, title, time_zone } = location;
  session.update({ location_id: id, location: title, location_address: addressLine(location) });
  setTimeZone(time_zone, id);
}

/** Switches to another of the person's locations; does nothing for any other. */
export async function switchLocation(location_id: number): Promise<void> {
  if (session.current()?.location_id === location_id) return;
  const own = await api(locations.list).catch(() => undefined);
  const location = own?.data.find(({ id }) => id === location_id);
  if (!location) return;
  actAt(location);
}
