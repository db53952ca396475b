import type { Server } from "#core/server/serve.ts";
import { lockMessage } from "#domains/inbox/server/messageStore.ts";
import { nextSettleStep, sendReference, settleRetrySeconds } from "../rules.ts";
import { applyCarrierStatus, changeMessage } from "./applyCarrierStatus.ts";
import { deliverJob, settleJob } from "./jobs.ts";
import { assignedSids, attemptEndsAfter, lockSend, type SendKey, updateSend } from "./sendStore.ts";

/**
 * Settles a send attempt whose response was lost: looks it up at the carrier, and resends only what the carrier provably
 * never accepted. Undecidable texts become `unknown`, since no text is better than one that arrives twice.
 */
export async function settle(server: Server, key: SendKey): Promise<void> {
  const claimed = await claimOverdue(server, key);
  if (!claimed) return;
  const lookup = await server.ports.sms.find(claimed.query);
  await server.within.business({ dealer_id: key.dealer_id }, "settle a text", async (unit) => {
    const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
    const send = message && (await lockSend(unit.db, key));
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
