import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Marks a location as requesting a number. Returns false if it already did. */
export async function markNumberRequested(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  now: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable("locations")
    .set({ phone_no_request: 2, phone_no_requested_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .where("phone_no_request", "=", 0)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

/** The phones and the CRM's address of a location. */
export interface LocationSettings {
  readonly crm_email: string;
  readonly call_phone_no: string;
  readonly notification_phone_no: string;
}

/** Updates only the fields that are present. */
export async function updateLocationSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  values: Partial<LocationSettings>,
): Promise<void> {
  const change = db.updateTable("locations").set(values).where("dealer_id", "=", dealer_id);
  await change.where("id", "=", location_id).execute();
}
