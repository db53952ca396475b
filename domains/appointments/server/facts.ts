import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { appointmentEvents } from "../contract.ts";

export const appointmentFacts = facts({
  changed: {
    fact: "appointment.changed",
    about: "An appointment or its meeting was made, changed, deleted or restored.",
    data: z.object({ dealer_id: Id, location_id: Id, appointment_id: Id }),
  },
  booked: {
    fact: "appointment.booked",
    about: "An appointment was booked, and its customer is to be texted the time.",
    data: z.object({ dealer_id: Id, location_id: Id, appointment_id: Id }),
  },
});

/** Tells the browsers at the location and the domains that listen that an appointment changed. */
export function announceAppointment(
  { publish, announce }: Pick<UnitOfWork, "publish" | "announce">,
  { dealer_id, location_id }: LocationKey,
  appointment_id: number,
): void {
  publish(appointmentEvents.changed, { target_id: appointment_id }, { dealer_id, location_id });
  announce(appointmentFacts.changed, { dealer_id, location_id, appointment_id });
}
