import * as z from "zod/mini";
import type { FactData } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { appointmentFacts } from "#domains/appointments/server/public.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import type { ConfirmationReason } from "../contract.ts";
import { confirmationDelayMs, confirmationHours, lastUsefulTime } from "../rules.ts";
import { insertPlanned, type ReminderKey, startOf } from "./store.ts";

/** Sends one reminder, or the confirmation of a booking. */
export const remindCustomerJob = job("reminders.remind", z.object({ dealer_id: Id, reminder_id: Id }), { expires: 60 });

/** When the job of a reminder is to run; what is due already runs right away. */
export const whenDue = ({ dealer_id, reminder_id }: ReminderKey, send_at: Date, now: Date) => ({
  delaySeconds: Math.max(0, Math.ceil((send_at.getTime() - now.getTime()) / 1000)),
  dedupeKey: `${dealer_id}.${reminder_id}`,
});

/** Has a customer texted the time that was just booked, once it can no longer be undone. Nothing for one that is about to begin. */
export async function planConfirmation(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, appointment_id }: FactData<typeof appointmentFacts.booked>,
): Promise<void> {
  await within.business({ dealer_id, location_id }, "a booking's confirmation", async ({ db, now, enqueue }) => {
    const starts_at = await startOf(db, { dealer_id, location_id }, appointment_id);
    const send_at = new Date(now().getTime() + confirmationDelayMs);
    if (!starts_at || send_at > lastUsefulTime(starts_at, confirmationHours)) return;
    const row = { dealer_id, location_id, appointment_id, starts_at, hours_before: confirmationHours };
    for (const { send_at: due, ...key } of await insertPlanned(db, [{ ...row, send_at, state: "waiting", reason: "" }]))
      enqueue(remindCustomerJob, key, whenDue(key, due, now()));
  });
}

/** Why a customer can't be texted a confirmation; empty when they can. Without a customer only the location counts. */
export async function confirmationReason(
  db: Db,
  location: LocationKey,
  customer_id: number | undefined,
): Promise<ConfirmationReason | ""> {
  const sender = await textSender(db, location.dealer_id, location.location_id);
  if (!sender) return "no_number";
  if (!maySendMarketing(sender.registration)) return "not_registered";
  if (customer_id === undefined) return "";
  const customer = await customerById(db, location, customer_id);
  if (!customer || customer.phone === "") return "no_phone";
  return (await isOptedOut(db, location.dealer_id, customer_id)) ? "opted_out" : "";
}
