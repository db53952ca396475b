import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { phoneProblem } from "#core/phone.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { locationOfNumber } from "#domains/locations/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { outcomeOf, replyPauseMs } from "../rules.ts";
import {
  claimReply,
  hasOptedOut,
  insertText,
  isStored,
  lockPhone,
  setOptedOut,
  setReplyState,
  wasRepliedToSince,
} from "./store.ts";

/** Sends the automatic reply to a text. */
export const replyJob = job("platformTexts.reply", z.object({ id: Id }));

/** Stores a text to the platform's number, once, and acts on STOP, START and HELP. No business ever sees it. */
export async function receivePlatformText({ within, publicUrl }: Server, text: InboundText): Promise<void> {
  const { sid: provider_sid, from: phone, to: number, body: message, media } = text;
  await within.control("text to the platform", async (unit) => {
    const { db } = unit;
    const now = unit.now();
    await lockPhone(db, phone);
    if (await isStored(db, provider_sid)) return;
    const isOptedOut = await hasOptedOut(db, phone);
    const outcome = outcomeOf(text, {
      isOptedOut,
      wasRepliedTo: await wasRepliedToSince(db, phone, new Date(now.getTime() - replyPauseMs)),
      needsNoReply:
        text.carrierAnsweredOptOut ||
        phoneProblem(phone) !== undefined ||
        (await locationOfNumber(db, phone)) !== undefined,
      contact: publicUrl,
    });
    if (outcome.isOptedOut !== isOptedOut) await setOptedOut(db, phone, outcome.isOptedOut, now);
    const { intent, reply } = outcome;
    const row = { provider_sid, number, phone, message, media_count: media.length, intent, reply };
    const id = await insertText(db, { ...row, reply_state: reply ? "queued" : "none", received_at: now });
    if (reply) unit.enqueue(replyJob, { id });
  });
}

/** Sends the automatic reply to a text, at most once: one whose response was lost is not repeated. */
async function sendReply({ within, ports, log }: Server, { id }: { id: number }): Promise<void> {
  const leaveBy = deadlineIn(ports.clock);
  const claimed = await within.control("reply of the platform", ({ db }) => claimReply(db, id));
  if (!claimed) return;
  const { number: from, phone: to, reply: body } = claimed;
  const { kind } = await ports.sms.send({ from, to, body, media: [], reference: `platform.${id}` }, leaveBy);
  const states = { accepted: "sent", refused: "failed", busy: "queued", lost: "unknown" } as const;
  await within.control("reply of the platform", ({ db }) => setReplyState(db, id, states[kind]));
  if (kind === "busy") throw new Error("The carrier timed out on an automatic reply");
  if (kind !== "accepted") log.warn({ id, outcome: kind }, "the carrier refused an automatic reply of the platform");
}

export const platformTextWorkers = [worker(replyJob, sendReply)];
