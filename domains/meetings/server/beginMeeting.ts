import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingEvents } from "../contract.ts";
import { nudgeAfterSeconds } from "../rules.ts";
import { nudgeJob } from "./jobs.ts";
import { saveMeeting } from "./store.ts";

/** Keeps who opened a meeting first, and has its customer texted when they don't come within two minutes. */
export async function beginMeeting(
  unit: UnitOfWork,
  location: LocationKey,
  { appointment_id, user_id }: { readonly appointment_id: number; readonly user_id: number },
): Promise<void> {
  await saveMeeting(unit.db, location, appointment_id, { started_at: unit.now(), started_by: user_id });
  const { dealer_id } = location;
  unit.enqueue(nudgeJob, { dealer_id, appointment_id }, { delaySeconds: nudgeAfterSeconds });
  unit.publish(meetingEvents.changed, { target_id: appointment_id }, location);
}
