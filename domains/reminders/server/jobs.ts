import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Plans the reminders of coming appointments, and sends those that are due. */
export const sweepRemindersJob = job("reminders.sweep", z.object({}), { retries: 0, expires: 120, concurrency: 1 });

/** Sends one reminder. */
export const remindCustomerJob = job("reminders.remind", z.object({ dealer_id: Id, reminder_id: Id }), { expires: 60 });

/** Acts on what a customer replied to a reminder. */
export const takeAnswerJob = job(
  "reminders.takeAnswer",
  z.object({
    dealer_id: Id,
    location_id: Id,
    chat_id: Id,
    customer_id: Id,
    message_id: Id,
    answer: z.enum(["confirm", "change"]),
    /** The customer was waiting for somebody before this text. */
    was_waiting: z.boolean(),
  }),
  { expires: 60 },
);
