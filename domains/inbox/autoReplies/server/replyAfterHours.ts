import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { type JobData, job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Handlers, Server } from "#core/server/serve.ts";
import type { AfterInbound } from "#domains/inbox/conversation/server/receive.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { isOpen } from "#domains/locations/hours/rules.ts";
import type { AfterHoursReply, autoReplies } from "../contract.ts";
import { afterHoursText, asksForReply, usualReplies } from "../rules.ts";
import { answeringAt, answerPhone, mayAnswer } from "./answerPhone.ts";
import { askingText, hoursOfReplying, isMachine, saveReply, storedReply } from "./store.ts";

/** Replies to a text that came while its location was closed. */
export const replyJob = job("inbox.replyAfterHours", z.object({ dealer_id: Id, location_id: Id, message_id: Id }), {
  expires: 60,
});

/** Hands over the texts that may get a reply after hours; nothing where that is off, or while the location is open. */
export const readAfterHours: AfterInbound = async ({ db, now, enqueue }, { dealer_id, location_id }, texts) => {
  if (texts.length === 0) return;
  const place = await hoursOfReplying(db, { dealer_id, location_id });
  if (!place || isOpen(place.hours, place.time_zone, now())) return;
  for (const { message_id, words: body, carrierKeyword } of texts)
    if (asksForReply({ body, carrierKeyword })) enqueue(replyJob, { dealer_id, location_id, message_id });
};

/** For how long a phone that texted back at once counts as a machine. */
const machineMs = 30 * 86_400_000;

/** Looks at everything again: a member may have answered meanwhile, or the location opened. */
async function replyAfterHours(
  { within }: Server,
  { message_id, ...location }: JobData<typeof replyJob>,
): Promise<void> {
  const { dealer_id } = location;
  await within.business({ dealer_id }, "a reply after hours", async (unit) => {
    const { db, now } = unit;
    const reply = await storedReply(db, location);
    const text = reply.is_on === 1 ? await askingText(db, location, message_id) : undefined;
    if (!text || text.is_answered) return;
    const { opening, values } = await answeringAt(unit, location, text.first_name);
    const message = afterHoursText(reply, opening, values);
    if (message === undefined) return;
    const asking = { ...location, ...text, kind: "after_hours", reference: `after-hours-${message_id}` } as const;
    if (!(await mayAnswer(unit, asking))) return;
    if (await isMachine(db, dealer_id, text.phone, new Date(now().getTime() - machineMs))) return;
    if (await lockChat(db, location, text.chat_id)) await answerPhone(unit, { ...asking, message });
  });
}

export const autoReplyWorkers = [worker(replyJob, replyAfterHours)];

/** As people read it: with the usual words where there are none of its own. */
const shown = ({ is_on, closed_words, holiday_words }: AfterHoursReply): AfterHoursReply => ({
  is_on,
  closed_words: closed_words || usualReplies.closed_words,
  holiday_words: holiday_words || usualReplies.holiday_words,
});

export const autoReplyHandlers: Handlers<typeof autoReplies> = {
  settings: async ({ db, scope }) => shown(await storedReply(db, scope)),

  async changeSettings({ db, scope, audit }, { body }) {
    const own = (name: keyof typeof usualReplies) => (body[name] === usualReplies[name] ? "" : body[name]);
    const reply = { is_on: body.is_on, closed_words: own("closed_words"), holiday_words: own("holiday_words") };
    await saveReply(db, scope, reply);
    const detail = { is_on: body.is_on };
    await audit({ action: "changed", subject: "reply after hours", subject_id: scope.location_id, detail });
    return shown(reply);
  },
};
