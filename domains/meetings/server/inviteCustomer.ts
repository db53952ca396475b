import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { hasInvitation, insertInvitation } from "./invitationStore.ts";
import { announceJob } from "./jobs.ts";
import type { MeetingRow } from "./store.ts";

/** Invites a meeting's customer by mail; from then on they get every change. */
export async function inviteCustomer(unit: UnitOfWork, { id, customer_id, ...location }: MeetingRow): Promise<void> {
  const { dealer_id, location_id } = location;
  await insertInvitation(unit.db, { dealer_id, location_id, appointment_id: id, customer_id, changed_at: unit.now() });
  unit.enqueue(announceJob, { dealer_id, appointment_id: id });
}

/** Mails what changed to the customer, if they were invited. */
export async function announceChange(unit: UnitOfWork, { dealer_id }: LocationKey, appointment_id: number) {
  if (await hasInvitation(unit.db, dealer_id, appointment_id)) unit.enqueue(announceJob, { dealer_id, appointment_id });
}
