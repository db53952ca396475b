import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { carrierContent } from "#domains/inbox/attachments/server/public.ts";
import { lockMessage } from "#domains/inbox/server/messageStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { OutgoingText, SendResult } from "#ports/sms/sms.ts";
import { nextSettleStep, sendBlockedReason, sendReference, settleRetrySeconds } from "../rules.ts";
import { applyCarrierRefusal, applyCarrierStatus, changeMessage, lockAttempt } from "./carrierStatus.ts";
import {
  assignedSids,
  attemptEndsAfter,
  insertIntent,
  lockSend,
  nextOverdue,
  overdueSends,
  queuedMessages,
  type SendKey,
  updateSend,
} from "./sendStore.ts";

/** Sends a stored text through the carrier. */
export const deliverJob = job("inbox.deliver", z.object({ dealer_id: Id, message_id: Id }), {
  expires: 15,
  concurrency: 4,
  batch: 4,
});

/** Looks up a send attempt whose response was lost. */
export const settleJob = job("inbox.settle", z.object({ dealer_id: Id, message_id: Id, attempt: Id }), {
  expires: 15,
});

/** Enqueues texts again whose process crashed. */
export const recoverJob = job("inbox.recover", z.object({ all: z.optional(z.boolean()) }), { retries: 0 });

interface ClaimedText {
  readonly key: SendKey;
  readonly text: OutgoingText;
  readonly leaveBy: Deadline;
}

/**
 * Sends one stored text, intent first: commits an intent, calls the carrier with our reference, then commits its response.
 * A crash in between leaves an open intent for `settle`.
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
    // Starts before the opt-out is checked.
    const leaveBy = deadlineIn(ports.clock);
    const message = await lockMessage(unit.db, dealer_id, message_id);
    if (message?.state === "sending") {
      // An earlier run crashed midway, so whether the carrier has the text is unknown.
      unit.enqueue(settleJob, { dealer_id, message_id, attempt: message.attempt });
    }
    if (message?.state !== "queued") return undefined;
    const [sender, suppressed, problem] = await Promise.all([
      textSender(unit.db, dealer_id, message.location_id),
      message.purpose !== "consent" && isOptedOut(unit.db, dealer_id, message.customer_id),
      phoneProblemFor(unit.db, dealer_id, message.phone),
    ]);
    // The law asks for answers to STOP, START and HELP, so they are tried from any number.
    const allowed = sender && message.purpose === "consent" ? { ...sender, blocks_replies: 0 } : sender;
    const reason = sendBlockedReason({ suppressed, problem, sender: allowed });
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
    const envelope = { from_number: sender.number, to_number: message.phone, body };
    await Promise.all([
      insertIntent(unit.db, { ...key, ...envelope, started_at, lease_until }),
      changeMessage(unit, dealer_id, message, { state: "sending", attempt: key.attempt }),
    ]);
    const text = { from: sender.number, to: message.phone, body, media, reference: sendReference(key) };
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
    const [message, send] = await lockAttempt(unit.db, key);
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

/**
 * Settles a send attempt whose response was lost: looks it up at the carrier, and resends only what the carrier provably
 * never accepted. Undecidable texts become `unknown`, since no text is better than one that arrives twice.
 */
export async function settle(server: Server, key: SendKey): Promise<void> {
  const claimed = await claimOverdue(server, key);
  if (!claimed) return;
  const lookup = await server.ports.sms.find(claimed.query);
  await server.within.business({ dealer_id: key.dealer_id }, "settle a text", async (unit) => {
    const [message, send] = await lockAttempt(unit.db, key);
    if (!message || send?.state !== "intended") return;
    const next = nextSettleStep(lookup, claimed.asked, claimed.isListed);
    if (lookup.kind === "found")
      return applyCarrierStatus(unit, key, { sid: lookup.sid, status: lookup.status, refusal: lookup.refusal });
    if (next === "ask again") return unit.enqueue(settleJob, key, { delaySeconds: settleRetrySeconds(claimed.asked) });
    const settled_at = unit.now();
    await updateSend(unit.db, key, {
      state: next === "give up" ? "unknown" : "refused",
      error_code: "lost",
      settled_at,
    });
    if (next === "give up") {
      const error = "We could not find out whether this message was sent.";
      return changeMessage(unit, key.dealer_id, message, { state: "unknown", error });
    }
    await changeMessage(unit, key.dealer_id, message, { state: "queued" });
    unit.enqueue(deliverJob, { dealer_id: key.dealer_id, message_id: key.message_id });
  });
}

/** Claims an overdue send attempt by extending its lease, so that no other process looks it up meanwhile. */
async function claimOverdue({ within, ports }: Server, key: SendKey) {
  return within.business({ dealer_id: key.dealer_id }, "settle a text", async (unit) => {
    const send = await lockSend(unit.db, key);
    if (send?.state !== "intended") return undefined;
    const now = unit.now();
    if (send.lease_until > now) {
      const after = Math.ceil((send.lease_until.getTime() - now.getTime()) / 1000);
      unit.enqueue(settleJob, key, { delaySeconds: after });
      return undefined;
    }
    const asked = send.asked + 1;
    const lease_until = new Date(now.getTime() + ports.sms.answersWithin + 1000 * settleRetrySeconds(asked));
    await updateSend(unit.db, key, { asked, lease_until });
    const since = send.started_at;
    const until = attemptEndsAfter(since, ports.sms);
    const notSids = await assignedSids(unit.db, key.dealer_id, send.to_number, new Date(since.getTime() - 60_000));
    const text = {
      from: send.from_number,
      to: send.to_number,
      body: send.body,
      media: [],
      reference: sendReference(key),
    };
    const isListed = now.getTime() >= until.getTime() + ports.sms.listsWithin;
    return { asked, isListed, query: { ...text, since, until, notSids } };
  });
}

/** A text queued for longer than this, in milliseconds, has lost its job with its process. */
const lostAfterMs = 90_000;

/**
 * Recovers what a crash left behind: queued texts without a job, and send attempts without a response. The
 * enqueued jobs check the state again, so texts in progress are left alone.
 *
 * @param all at startup, recovers every queued text without the grace period.
 */
async function recover({ within, log }: Server, { all = false }: { all?: boolean | undefined }): Promise<void> {
  await within.eachCell("recover texts", async (unit) => {
    const now = unit.now();
    const waiting = await queuedMessages(unit.db, new Date(now.getTime() - (all ? 0 : lostAfterMs)));
    for (const message of waiting) unit.enqueue(deliverJob, message);
    const lost = await overdueSends(unit.db, now);
    for (const send of lost) unit.enqueue(settleJob, send);
    const overdue = await nextOverdue(unit.db);
    if (overdue && lost.length === 0) {
      const after = Math.max(1, Math.ceil((overdue.getTime() - now.getTime()) / 1000));
      unit.enqueue(recoverJob, {}, { delaySeconds: after, dedupeKey: "overdue" });
    }
    if (waiting.length + lost.length > 0)
      log.info({ waiting: waiting.length, lost: lost.length }, "texts taken up again");
  });
}

export const sendWorkers = [
  worker(deliverJob, deliver),
  worker(settleJob, settle),
  worker(recoverJob, recover, { schedule: "* * * * *", atStart: (server) => recover(server, { all: true }) }),
];
