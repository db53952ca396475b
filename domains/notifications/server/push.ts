import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { PushTarget } from "#ports/push/push.ts";
import { chatTopic, maxNewsAgeMs, messagePush, notificationPush, pushTtlSeconds } from "../rules.ts";
import { type fanOutJob, type NotificationSubject, pushJob, textPhoneJob } from "./jobs.ts";
import type { LoadNewestInbound } from "./public.ts";
import {
  aliveDeviceById,
  deviceIdsOfLocation,
  deviceIdsOfPerson,
  hasNotificationPhone,
  removeUnreachable,
  unreadById,
} from "./store.ts";

/** Enqueues one push per recipient's device, and a text to the location's notification phone; each retries on its own. */
export async function fanOut({ within }: Server, { dealer_id, subject, at }: JobData<typeof fanOutJob>): Promise<void> {
  await within.cellOf({ dealer_id }, "push", async (unit) => {
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

/** Pushes to one device. Throws on temporary failures, so that the job is retried. */
export async function push(
  { within, ports, log }: Server,
  job: JobData<typeof pushJob>,
  newestInbound: LoadNewestInbound,
): Promise<void> {
  const now = ports.clock.now();
  if (now.getTime() - Date.parse(job.at) > maxNewsAgeMs) return;
  const delivery = await within.cellOf(job, "push", ({ db }) => loadDelivery(db, job, now, newestInbound));
  if (!delivery) return;
  const { device, data, topic } = delivery;
  const result = await ports.push.send(targetOf(device), { data, topic, ttl: pushTtlSeconds });
  const logFields = { subscription_id: device.id, kind: device.kind };
  if (result.kind === "busy") throw new Error(`A push was not taken: ${result.why}`);
  if (result.kind === "refused") log.warn({ ...logFields, why: result.why }, "a push was refused");
  if (result.kind !== "gone") return;
  await within.cellOf(job, "push", ({ db }) => removeUnreachable(db, device.id, device.endpoint));
  log.info(logFields, "removed a device that no longer takes pushes");
}

async function loadDelivery(
  db: Db,
  { dealer_id, subscription_id, subject }: JobData<typeof pushJob>,
  now: Date,
  newestInbound: LoadNewestInbound,
) {
  const content = await contentFor(db, dealer_id, subject, newestInbound);
  const device = content && (await aliveDeviceById(db, dealer_id, subscription_id, content.location_id, now));
  return device && { device, data: content.data, topic: content.topic };
}

/** The current content to push; undefined if it was read or deleted meanwhile. */
async function contentFor(db: Db, dealer_id: number, subject: NotificationSubject, newestInbound: LoadNewestInbound) {
  if (subject.kind === "message") {
    const { location_id, chat_id, message_id } = subject;
    const message = await newestInbound(db, { dealer_id, location_id, chat_id, message_id });
    return message && { location_id, data: messagePush(message), topic: chatTopic(chat_id) };
  }
  const notification = await unreadById(db, dealer_id, subject.notification_id);
  return (
    notification && {
      location_id: notification.location_id,
      data: notificationPush(notification),
      topic: notification.chat_id === null ? `notification-${notification.id}` : chatTopic(notification.chat_id),
    }
  );
}

type PushDevice = NonNullable<Awaited<ReturnType<typeof aliveDeviceById>>>;

function targetOf({ kind, endpoint, p256dh, auth }: PushDevice): PushTarget {
  return kind === "web" ? { kind, endpoint, p256dh, auth } : { kind, token: endpoint };
}
