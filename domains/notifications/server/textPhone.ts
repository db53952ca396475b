import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isSuppressed } from "#domains/customers/server/public.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { mayReply } from "#domains/locations/registration/rules.ts";
import { locationOfNumber, platformSender } from "#domains/locations/server/public.ts";
import { hasOptedOut } from "#domains/platformInbox/server/public.ts";
import { QuotaReached, takeFromQuota } from "#domains/quotas/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { maxNewsAgeMs, phonePauseMs, phoneText } from "../rules.ts";
import type { textPhoneJob } from "./jobs.ts";
import type { LoadNewestInbound } from "./public.ts";
import { claimPhoneNotice, releasePhoneNotice } from "./store.ts";

type TextPhoneData = JobData<typeof textPhoneJob>;

/** Texts the location's notification phone about a customer's message while no one of the location is online. */
export async function textPhone(server: Server, job: TextPhoneData, newestInbound: LoadNewestInbound): Promise<void> {
  const { within, ports, log } = server;
  const { dealer_id, location_id, chat_id } = job;
  const text = await within.cellOf({ dealer_id }, "notification phone", (unit) =>
    textFor(unit, job, server.publicUrl, newestInbound),
  );
  if (!text) return;
  if (await ports.realtime.isAnyoneIn({ kind: "location", dealer_id, location_id })) return;
  const location = { dealer_id, location_id };
  const now = ports.clock.now();
  const leaveBy = deadlineIn(ports.clock);
  const pauseBefore = new Date(now.getTime() - phonePauseMs);
  const claimed = await within
    .business(location, "notification phone", async (unit) => {
      if (!(await claimPhoneNotice(unit.db, location, chat_id, now, pauseBefore))) return false;
      await takeFromQuota(unit, dealer_id, "texts");
      return true;
    })
    .catch((error: unknown) => {
      if (!(error instanceof QuotaReached)) throw error;
      log.warn(location, "a notification phone was not texted: the business reached its daily limit");
      return false;
    });
  if (!claimed) return;
  const reference = `notice.${dealer_id}.${job.message_id}`;
  const result = await ports.sms.send({ ...text, media: [], reference }, leaveBy);
  if (result.kind === "busy") {
    await within.business(location, "notification phone", ({ db }) => releasePhoneNotice(db, location, chat_id));
    throw new Error("The carrier timed out on the text to the notification phone");
  }
  // A lost response may mean it was sent, so there is no retry.
  if (result.kind !== "accepted")
    log.warn({ ...location, reference, outcome: result.kind }, "a notification phone was not texted");
}

/** The text to send; undefined without a phone or an unread message, or if it could start a reply loop. */
async function textFor(
  { db, now }: UnitOfWork,
  job: TextPhoneData,
  publicUrl: string,
  newestInbound: LoadNewestInbound,
) {
  const { dealer_id, at } = job;
  if (now().getTime() - Date.parse(at) > maxNewsAgeMs) return undefined;
  const message = await newestInbound(db, job);
  // No phone, or the message was read already.
  if (!message?.notification_phone_no || message.new_message_count === 0) return undefined;
  const to = message.notification_phone_no;
  // Skip the notification phone itself and our own numbers, which could reply to each other endlessly.
  if (message.phone === to || (await locationOfNumber(db, message.phone))) return undefined;
  if ((await isSuppressed(db, dealer_id, to)) || (await hasOptedOut(db, to))) return undefined;
  if (await phoneProblemFor(db, dealer_id, to)) return undefined;
  const sender = await platformSender(db, dealer_id);
  if (!sender || sender.number === to || !mayReply(sender.registration, sender.blocks_replies)) return undefined;
  return { from: sender.number, to, body: phoneText(message, publicUrl) };
}
