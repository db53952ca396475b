import * as z from "zod/mini";
import { Id, Instant } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** What it is about: a customer's message or a person's notification. */
const NotificationSubject = z.union([
  z.object({ kind: z.literal("message"), location_id: Id, chat_id: Id, message_id: Id }),
  z.object({ kind: z.literal("notification"), notification_id: Id }),
]);
export type NotificationSubject = z.infer<typeof NotificationSubject>;

/** Finds the devices to reach, and enqueues one push or text for each. */
export const fanOutJob = job(
  "notifications.spread",
  z.object({ dealer_id: Id, subject: NotificationSubject, at: Instant }),
  {
    concurrency: 1,
    batch: 16,
  },
);

/** Pushes to one browser or phone. */
export const pushJob = job(
  "notifications.push",
  z.object({ dealer_id: Id, subscription_id: Id, subject: NotificationSubject, at: Instant }),
  { retries: 6, retryDelay: 5, expires: 30, concurrency: 8 },
);

/** Texts a location's notification phone about a customer's message while no member is online. */
export const textPhoneJob = job(
  "notifications.textPhone",
  z.object({ dealer_id: Id, location_id: Id, chat_id: Id, message_id: Id, at: Instant }),
  { retries: 4, retryDelay: 10, expires: 30 },
);

/** Removes old notifications and devices with expired sign-ins. */
export const sweepNotificationsJob = job("notifications.sweep", z.object({}), { retries: 0 });
