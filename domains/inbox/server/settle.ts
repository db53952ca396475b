import type { Server } from "#core/server/serve.ts";
import { afterAsking, askAgainIn, referenceOf } from "../rules.ts";
import { deliverJob, settleJob } from "./jobs.ts";
import { lockMessage } from "./messageStore.ts";
import { knownSids, lockSend, type SendKey, updateSend } from "./sendStore.ts";
import { changeMessage, takeIn } from "./takeIn.ts";

/**
 * Settles a hand-over whose answer was lost: asks the carrier, and sends again only what the carrier provably never took.
 * What can't be told stays unknown and is shown: silence is better than a text that arrives twice.
 */
export async function settle(server: Server, key: SendKey): Promise<void> {
  const open = await takeUp(server, key);
  if (!open) return;
  const answer = await server.ports.sms.find(open.question);
  await server.within.business({ dealer_id: key.dealer_id }, "settle a text", async (unit) => {
    const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
    const send = message && (await lockSend(unit.db, key));
    if (!message || send?.state !== "intended") return;
    const next = afterAsking(answer, open.asked);
    if (answer.kind === "found")
      return takeIn(unit, key, { sid: answer.sid, status: answer.status, refusal: answer.refusal });
    if (next === "ask again") return unit.enqueue(settleJob, key, { after: askAgainIn(open.asked) });
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

/** Takes an overdue hand-over up for this process: its lease is extended, so that no other node asks meanwhile. */
async function takeUp({ within, ports }: Server, key: SendKey) {
  return within.business({ dealer_id: key.dealer_id }, "settle a text", async (unit) => {
    const send = await lockSend(unit.db, key);
    if (send?.state !== "intended") return undefined;
    const now = unit.now();
    if (send.lease_until > now) {
      const after = Math.ceil((send.lease_until.getTime() - now.getTime()) / 1000);
      unit.enqueue(settleJob, key, { after });
      return undefined;
    }
    const asked = send.asked + 1;
    const lease_until = new Date(now.getTime() + ports.sms.answersWithin + 1000 * askAgainIn(asked));
    await updateSend(unit.db, key, { asked, lease_until });
    const since = new Date(send.started_at.getTime() - 60_000);
    const notSids = await knownSids(unit.db, key.dealer_id, send.to_number, since);
    const text = {
      from: send.from_number,
      to: send.to_number,
      body: send.body,
      media: [],
      reference: referenceOf(key),
    };
    return { asked, question: { ...text, since, notSids } };
  });
}
