import type { Server } from "#core/server/serve.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { carrierContent } from "#domains/inbox/attachments/server/public.ts";
import { lockMessage } from "#domains/inbox/server/messageStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { OutgoingText, SendResult } from "#ports/sms/sms.ts";
import { sendBlockedReason, sendReference } from "../rules.ts";
import { applyCarrierRefusal, applyCarrierStatus, changeMessage } from "./applyCarrierStatus.ts";
import { deliverJob, settleJob } from "./jobs.ts";
import { attemptEndsAfter, insertIntent, lockSend, type SendKey, updateSend } from "./sendStore.ts";

interface ClaimedText {
  readonly key: SendKey;
  readonly text: OutgoingText;
  readonly leaveBy: Deadline;
}

/**
 * Sends one stored text, intent first: commits an intent, calls the carrier with our reference, then commits its response.
 * A process that dies in between leaves an open intent for `settle`.
 */
export async function deliver(server: Server, job: { dealer_id: number; message_id: number }): Promise<void> {
  const claimed = await claim(server, job);
  if (!claimed) return;
  const result = await server.ports.sms.send(claimed.text, claimed.leaveBy);
  await saveResult(server, claimed.key, result);
}

/** Claims a queued text for this process; undefined when there is nothing left to send. */
async function claim(
  server: Server,
  { dealer_id, message_id }: { dealer_id: number; message_id: number },
): Promise<ClaimedText | undefined> {
  const { within, ports } = server;
  return within.business({ dealer_id }, "deliver a text", async (unit) => {
    // From before the check for an opt-out.
    const leaveBy = deadlineIn(ports.clock);
    const message = await lockMessage(unit.db, dealer_id, message_id);
    if (message?.state === "sending") {
      // An earlier run of this job died midway, so whether the carrier has the text is unknown.
      unit.enqueue(settleJob, { dealer_id, message_id, attempt: message.attempt });
    }
    if (message?.state !== "queued") return undefined;
    const sender = await senderNumber(unit.db, dealer_id, message.location_id);
    const suppressed = message.purpose !== "consent" && (await isOptedOut(unit.db, dealer_id, message.customer_id));
    const problem = await phoneProblemFor(unit.db, dealer_id, message.phone);
    const reason = sendBlockedReason({ suppressed, problem, sender });
    if (reason || !sender) {
      await changeMessage(unit, dealer_id, message, { state: "failed", error: reason });
      return undefined;
    }
    const key = { dealer_id, message_id, attempt: message.attempt + 1 };
    const started_at = unit.now();
    const lease_until = attemptEndsAfter(started_at, ports.sms);
    const stored = { dealer_id, message_id, message: message.message };
    const { body, media } =
      message.media_count > 0
        ? await carrierContent(server, unit.db, stored, started_at)
        : { body: message.message, media: [] };
    const envelope = { from_number: sender, to_number: message.phone, body };
    await insertIntent(unit.db, { ...key, ...envelope, started_at, lease_until });
    await changeMessage(unit, dealer_id, message, { state: "sending", attempt: key.attempt });
    const text = { from: sender, to: message.phone, body, media, reference: sendReference(key) };
    return { key, text, leaveBy };
  });
}

async function saveResult({ within, log }: Server, key: SendKey, result: SendResult): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "the carrier's answer", async (unit) => {
    if (result.kind === "accepted") {
      return applyCarrierStatus(unit, key, { sid: result.sid, status: result.status, refusal: undefined });
    }
    if (result.kind === "refused") {
      if (result.refusal.class === "channel")
        log.error({ ...key, code: result.refusal.code }, "the carrier refuses us");
      return applyCarrierRefusal(unit, key, result.refusal);
    }
    if (result.kind === "lost") {
      log.warn({ ...key, why: result.why }, "the carrier's answer was lost");
      const send = await lockSend(unit.db, key);
      const after = Math.max(1, Math.ceil(((send?.lease_until.getTime() ?? 0) - unit.now().getTime()) / 1000));
      return unit.enqueue(settleJob, key, { delaySeconds: after });
    }
    // `busy` means the carrier certainly didn't accept the text.
    const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
    const send = await lockSend(unit.db, key);
    if (!message || send?.state !== "intended") return;
    await updateSend(unit.db, key, { state: "refused", error_code: "busy", settled_at: unit.now() });
    await changeMessage(unit, key.dealer_id, message, { state: "queued" });
    const jitter = Math.random() * 2;
    unit.enqueue(
      deliverJob,
      { dealer_id: key.dealer_id, message_id: key.message_id },
      { delaySeconds: Math.ceil(result.retryAfterSeconds + jitter) },
    );
  });
}
