import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerName } from "#domains/customers/rules.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { scheduledFileIds } from "#domains/inbox/attachments/server/public.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { scheduledEvents } from "../contract.ts";
import { refusalReason, secondsUntil, sendBlockedReason } from "../rules.ts";
import { chatOfScheduled, dueScheduled, lastReceivedAt, lockScheduled, settleScheduled } from "./scheduleStore.ts";
import { storeAndSend } from "./sendMessage.ts";

/** Sends a due text. */
export const sendScheduledJob = job("inbox.sendScheduled", z.object({ dealer_id: Id, scheduled_id: Id }), {
  expires: 30,
});

/** Finds due texts whose job was lost. */
export const recoverScheduledJob = job("inbox.recoverScheduled", z.object({}), { retries: 0 });

type LockedText = NonNullable<Awaited<ReturnType<typeof lockScheduled>>>;

/**
 * Sends a due text exactly once: storing the message and leaving the `waiting` state are one transaction. A text that
 * can't be sent now is refused with a reason, and its author is notified; tomorrow's midnight would be no time to send it.
 */
export async function sendScheduled({ within }: Server, job: { dealer_id: number; scheduled_id: number }) {
  const { dealer_id, scheduled_id } = job;
  await within.business({ dealer_id }, "a scheduled text", async (unit) => {
    const scheduled = await chatOfScheduled(unit.db, dealer_id, scheduled_id);
    if (scheduled?.state !== "waiting") return;
    const { location_id, chat_id } = scheduled;
    // Lock order: the chat, then the text. Sending and undoing use the same order.
    const chat = await lockChat(unit.db, { dealer_id, location_id }, chat_id);
    const text = await lockScheduled(unit.db, dealer_id, scheduled_id);
    if (!chat || text?.state !== "waiting") return;
    // A merge may have moved the text while this waited for the chat's lock; then try again in a second.
    const retryIn = text.chat_id !== chat_id ? 1 : secondsUntil(text.send_at, unit.now());
    if (retryIn > 0) return unit.enqueue(sendScheduledJob, job, { delaySeconds: retryIn });
    await sendOrRefuse(unit, dealer_id, text, chat.customer_id);
    unit.publish(scheduledEvents.changed, { target_id: chat_id }, { dealer_id, location_id });
  });
}

async function sendOrRefuse(unit: UnitOfWork, dealer_id: number, text: LockedText, customer_id: number): Promise<void> {
  const { id, location_id, chat_id, phone, message, user_id, unless_reply } = text;
  const scope = { dealer_id, location_id };
  const settled_at = unit.now();
  const suppressed = await isOptedOut(unit.db, dealer_id, customer_id);
  const sender = await textSender(unit.db, dealer_id, location_id);
  const customer = await customerById(unit.db, scope, customer_id);
  const problem = customer && (await phoneProblemFor(unit.db, dealer_id, phone ?? customer.phone));
  const reason = refusalReason({
    isCustomerDeleted: customer === undefined,
    cannot_send: sendBlockedReason({ suppressed, problem, sender }),
    last_received_at: await lastReceivedAt(unit.db, dealer_id, chat_id),
    written_at: text.created_at,
    unless_reply,
  });
  const refuse = async (why: string) => {
    await settleScheduled(unit.db, dealer_id, id, { state: "refused", reason: why, settled_at });
    const title = `Your text to ${customer ? customerName(customer) : "a customer"} was not sent`;
    return notify(unit, { ...scope, user_ids: [user_id] }, { kind: "refused", title, text: why, chat_id });
  };
  if (reason) return refuse(reason);
  const files = await scheduledFileIds(unit.db, dealer_id, id);
  const draft = { ...scope, chat_id, customer_id, phone, message, files, user_id, client_id: `scheduled-${id}` };
  try {
    const message_id = await storeAndSend(unit, { ...draft, purpose: "conversation" });
    await settleScheduled(unit.db, dealer_id, id, { state: "sent", message_id, settled_at });
  } catch (error) {
    if (!(error instanceof QuotaReached)) throw error;
    await refuse(error.message);
  }
}

/** A text overdue by more than this, in milliseconds, has lost its job. */
const lostAfterMs = 15_000;

/**
 * Enqueues due texts that no job has sent. Each job checks the text's state again, so one that is being sent is left alone.
 *
 * @param all at startup, recovers every due text without the grace period.
 */
export async function recoverScheduled({ within, log }: Server, all = false): Promise<void> {
  await within.eachCell("due texts", async (unit) => {
    const due = await dueScheduled(unit.db, new Date(unit.now().getTime() - (all ? 0 : lostAfterMs)));
    for (const text of due)
      unit.enqueue(sendScheduledJob, text, { dedupeKey: `${text.dealer_id}.${text.scheduled_id}` });
    if (due.length > 0) log.info({ due: due.length }, "scheduled texts taken up");
  });
}

export const scheduleWorkers = [
  worker(sendScheduledJob, sendScheduled),
  worker(recoverScheduledJob, (server) => recoverScheduled(server), {
    schedule: "* * * * *",
    atStart: (server) => recoverScheduled(server, true),
  }),
];
