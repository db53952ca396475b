import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { logAsInvite } from "#domains/inbox/server/public.ts";
import { sendMarketingMail } from "#domains/marketing/mail/server/public.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { settingsOf } from "../../settings/server/public.ts";
import { reviewInviteEvents } from "../contract.ts";
import { inviteMail, inviteText } from "../rules.ts";
import { sendInviteJob } from "./jobs.ts";
import { judgeTexts } from "./judgeTexts.ts";
import { mailOutcomeOf } from "./mailOutcomeOf.ts";
import { scheduleReminder, secondsUntil } from "./reminders.ts";
import { type InviteRow, lockInvite, updateInvite } from "./store.ts";
import { contentOf, textInvite } from "./textInvite.ts";

/** What sending takes. */
export type InviteSenders = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

/** Seconds after which a stop of all marketing, or a busy mail server, is asked about again. */
const retrySeconds = 900;

/** Sends an invite whose turn has come; one that must wait longer comes again, one that must not be sent says why. */
export async function sendInvite(server: InviteSenders, job: { dealer_id: number; invite_id: number }): Promise<void> {
  const { dealer_id, invite_id } = job;
  const mail = await server.within.business({ dealer_id }, "a review invite", async (unit) => {
    const invite = await lockInvite(unit.db, dealer_id, invite_id);
    if (invite?.state !== "queued") return undefined;
    if (await currentStop(unit.db)) return void comeAgain(unit, invite, retrySeconds);
    if (invite.channel === "sms") return void (await sendText(server, unit, invite));
    await updateInvite(unit.db, dealer_id, invite_id, { state: "sending" });
    return { invite, content: await contentOf(server, unit, invite) };
  });
  if (mail) await sendMail(server, mail.invite, mail.content);
}

function comeAgain(unit: UnitOfWork, { dealer_id, id }: InviteRow, delaySeconds: number): void {
  unit.enqueue(sendInviteJob, { dealer_id, invite_id: id }, { delaySeconds });
}

/** Sends a text now, if the gate lets it; the caller holds the invite's lock. */
export async function sendText(
  deps: Pick<Server, "secret" | "publicUrl" | "ports" | "log">,
  unit: UnitOfWork,
  invite: InviteRow,
): Promise<void> {
  const { db } = unit;
  const { dealer_id, id, customer_id } = invite;
  const now = unit.now();
  const customer_ids = customer_id === null ? [] : [customer_id];
  const judged = (await judgeTexts(db, invite, customer_ids, { now, ends_by: invite.ends_by })).get(customer_id ?? 0);
  const decision = judged?.decision ?? ({ kind: "skip", reason: "removed" } as const);
  // Another number since: the invite was meant for that phone.
  const hasMoved = judged !== undefined && judged.person.phone !== invite.contact;
  if (decision.kind === "skip" || hasMoved) {
    const reason = decision.kind === "skip" ? decision.reason : "removed";
    await updateInvite(db, dealer_id, id, { state: "skipped", reason });
  } else if (decision.kind === "wait") {
    comeAgain(unit, invite, secondsUntil(decision.until, now));
  } else {
    const { values, link } = await contentOf(deps, unit, invite);
    const text = inviteText(invite.words, invite.language, values, link);
    const message_id = await textInvite(unit, invite, text, "invite", deps);
    await updateInvite(db, dealer_id, id, { state: "sent", sent_at: now, message_id });
    await logAsInvite(db, dealer_id, message_id);
    await scheduleReminder(unit, invite, (await settingsOf(db, invite)).reminder_days);
  }
  unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
}

/** Hands a mail over, whose invite is committed as being sent, and keeps what came of it. */
async function sendMail(
  server: InviteSenders,
  invite: InviteRow,
  { values, link }: Awaited<ReturnType<typeof contentOf>>,
) {
  const { dealer_id, location_id, id } = invite;
  const content = inviteMail(invite.words, invite.language, values, link);
  const outcome = await mailOutcomeOf(() =>
    sendMarketingMail(server, { dealer_id, location_id, to: invite.contact, content }),
  );
  await server.within.business({ dealer_id }, "a review invite", async (unit) => {
    const now = unit.now();
    if (outcome.kind === "sent") {
      await updateInvite(unit.db, dealer_id, id, { state: "sent", sent_at: now });
      await scheduleReminder(unit, invite, (await settingsOf(unit.db, invite)).reminder_days);
    } else if (outcome.kind === "later" && now < invite.ends_by) {
      await updateInvite(unit.db, dealer_id, id, { state: "queued" });
      comeAgain(unit, invite, retrySeconds);
    } else if (outcome.kind === "skipped") {
      await updateInvite(unit.db, dealer_id, id, { state: "skipped", reason: outcome.reason });
    } else {
      await updateInvite(unit.db, dealer_id, id, { state: "failed", reason: outcome.words });
    }
    unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
  });
}
