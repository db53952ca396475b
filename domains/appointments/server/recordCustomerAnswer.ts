import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { appointmentEvents } from "../contract.ts";

const actions = { confirm: "confirmed", change: "asked to change" } as const;

/**
 * Records that the customer themselves confirmed a pending appointment, or asked for another time; the one makes the other
 * void. A repeated confirmation keeps the first one's time.
 */
export async function recordCustomerAnswer(
  { db, now, audit, publish }: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  id: number,
  answer: keyof typeof actions,
): Promise<void> {
  const changed = await db
    .updateTable("appointments")
    .set(({ fn, val, ref }) =>
      answer === "confirm"
        ? { confirmed_at: fn.coalesce(ref("confirmed_at"), val(now())), change_asked_at: null }
        : { change_asked_at: now(), confirmed_at: null, confirmed_by: null },
    )
    .set({ moved_from: null })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("status", "=", 0)
    .returning("id")
    .execute();
  if (changed.length === 0) return;
  await audit({ action: actions[answer], subject: "appointment", subject_id: id, detail: { by: "customer" } });
  publish(appointmentEvents.changed, { target_id: id }, { dealer_id, location_id });
}
