import { phoneProblem } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import { locationOfNumber } from "#domains/locations/server/public.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { outcomeOf, replyPauseMs } from "../rules.ts";
import { replyJob } from "./jobs.ts";
import { hasOptedOut, insertText, isStored, lockPhone, setOptedOut, wasRepliedToSince } from "./store.ts";

/** Stores a text to the platform's number, once, and acts on STOP, START and HELP. No business ever sees it. */
export async function receivePlatformText({ within, publicUrl }: Server, text: InboundText): Promise<void> {
  const { sid: provider_sid, from: phone, to: number, body: message, media } = text;
  await within.platform("text to the platform", async (unit) => {
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
