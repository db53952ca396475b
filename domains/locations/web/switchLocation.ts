import { api } from "#core/web/call/api.ts";
import { session } from "#core/web/session/session.ts";
import { locations } from "../contract.ts";
import { addressLine } from "../rules.ts";

/** Switches to another of the person's locations; does nothing for any other. */
export async function switchLocation(location_id: number): Promise<void> {
  if (session.current()?.location_id === location_id) return;
  const own = await api(locations.list).catch(() => undefined);
  const location = own?.data.find(({ id }) => id === location_id);
  if (!location) return;
  session.update({ location_id, location: location.title, location_address: addressLine(location) });
}
