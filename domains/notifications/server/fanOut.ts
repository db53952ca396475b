import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { maxNewsAgeMs } from "../rules.ts";
import { type fanOutJob, type NotificationSubject, pushJob, textPhoneJob } from "./jobs.ts";
import { hasNotificationPhone, unreadById } from "./store.ts";
import { deviceIdsOfLocation, deviceIdsOfPerson } from "./subscriptionStore.ts";

/** Enqueues one push per recipient's device, and a text to the location's notification phone; each retries on its own. */
export async function fanOut({ within }: Server, { dealer_id, subject, at }: JobData<typeof fanOutJob>): Promise<void> {
  await within.platform("push", async (unit) => {
    const now = unit.now();
    if (now.getTime() - Date.parse(at) > maxNewsAgeMs) return;
    for (const subscription_id of await devicesFor(unit.db, dealer_id, subject, now)) {
      unit.enqueue(pushJob, { dealer_id, subscription_id, subject, at });
    }
    if (subject.kind !== "message" || !(await hasNotificationPhone(unit.db, dealer_id, subject.location_id))) return;
    const { location_id, chat_id, message_id } = subject;
    const text = { dealer_id, location_id, chat_id, message_id, at };
    unit.enqueue(textPhoneJob, text, { dedupeKey: `${dealer_id}.${chat_id}` });
  });
}

async function devicesFor(db: Db, dealer_id: number, subject: NotificationSubject, now: Date): Promise<number[]> {
  if (subject.kind === "message") return deviceIdsOfLocation(db, { dealer_id, location_id: subject.location_id }, now);
  const notification = await unreadById(db, dealer_id, subject.notification_id);
  return notification ? deviceIdsOfPerson(db, { dealer_id, user_id: notification.user_id }, now) : [];
}
