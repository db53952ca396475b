import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unit.ts";
import type { PushTarget } from "#ports/push/push.ts";
import { messagePush, notificationPush, pushSeconds, tellWithin, topicOf } from "../rules.ts";
import type { pushJob, Subject } from "./jobs.ts";
import { newestMessage, unreadById } from "./store.ts";
import { aliveById, removeGone } from "./subscriptionStore.ts";

/** Pushes to one device. Throws when it was not taken but may be later, so that it is tried again. */
export async function push({ within, ports, log }: Server, job: JobData<typeof pushJob>): Promise<void> {
  const now = ports.clock.now();
  if (now.getTime() - Date.parse(job.at) > tellWithin) return;
  const found = await within.platform("push", ({ db }) => load(db, job, now));
  if (!found) return;
  const { device, data, topic } = found;
  const result = await ports.push.send(targetOf(device), { data, topic, ttl: pushSeconds });
  const facts = { subscription_id: device.id, kind: device.kind };
  if (result.kind === "busy") throw new Error(`A push was not taken: ${result.why}`);
  if (result.kind === "refused") log.warn({ ...facts, why: result.why }, "a push was refused");
  if (result.kind !== "gone") return;
  await within.platform("push", ({ db }) => removeGone(db, device.id, device.endpoint));
  log.info(facts, "a device is reached no more and was forgotten");
}

async function load(db: Db, { dealer_id, subscription_id, subject }: JobData<typeof pushJob>, now: Date) {
  const told = await toldOf(db, dealer_id, subject);
  const device = told && (await aliveById(db, dealer_id, subscription_id, told.location_id, now));
  return device && { device, data: told.data, topic: told.topic };
}

/** What there is to tell by now; undefined when it has been seen, or is gone. */
async function toldOf(db: Db, dealer_id: number, subject: Subject) {
  if (subject.kind === "message") {
    const { location_id, chat_id, message_id } = subject;
    const told = await newestMessage(db, { dealer_id, location_id }, chat_id, message_id);
    return told && { location_id, data: messagePush(told), topic: topicOf(chat_id) };
  }
  const told = await unreadById(db, dealer_id, subject.notification_id);
  return (
    told && {
      location_id: told.location_id,
      data: notificationPush(told),
      topic: told.chat_id === null ? `notification-${told.id}` : topicOf(told.chat_id),
    }
  );
}

type Device = NonNullable<Awaited<ReturnType<typeof aliveById>>>;

function targetOf({ kind, endpoint, p256dh, auth }: Device): PushTarget {
  return kind === "web" ? { kind, endpoint, p256dh, auth } : { kind, token: endpoint };
}
