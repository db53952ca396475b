import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { sendMarketingMail } from "#domains/marketing/mail/server/public.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { reviewInviteEvents } from "../contract.ts";
import { lifetimeHours, reminderMail, reminderText } from "../rules.ts";
import { remindJob } from "./jobs.ts";
import { judgeTexts } from "./judgeTexts.ts";
import { mailOutcomeOf } from "./mailOutcomeOf.ts";
import { secondsUntil } from "./reminders.ts";
import type { InviteSenders } from "./sendInvite.ts";
import { type InviteRow, inviteView, lastInvited, lockInvite, updateInvite } from "./store.ts";
import { contentOf, textInvite } from "./textInvite.ts";

const retrySeconds = 900;

/** Reminds somebody once who neither followed the link nor left a review, if they may still be asked. */
export async function remind(server: InviteSenders, job: { dealer_id: number; invite_id: number }): Promise<void> {
  const { dealer_id, invite_id } = job;
  const mail = await server.within.business({ dealer_id }, "a reminder to review", async (unit) => {
    const invite = await lockInvite(unit.db, dealer_id, invite_id);
    if (!invite?.remind_at || invite.reminded_at) return undefined;
    const early = secondsUntil(invite.remind_at, unit.now());
    if (early > 0) return void comeAgain(unit, invite, early);
    if (await currentStop(unit.db)) return void comeAgain(unit, invite, retrySeconds);
    if (!(await isStillUseful(unit, invite))) return void (await drop(unit, invite));
    if (invite.channel === "sms") return void (await textReminder(server, unit, invite));
    // Committed before the mail leaves: it is sent once or not at all.
    await updateInvite(unit.db, dealer_id, invite_id, { reminded_at: unit.now() });
    return { invite, content: await contentOf(server, unit, invite) };
  });
  if (!mail) return;
  const { location_id, contact, language } = mail.invite;
  const content = reminderMail(language, mail.content.values, mail.content.link);
  await mailOutcomeOf(() => sendMarketingMail(server, { dealer_id, location_id, to: contact, content }));
}

function comeAgain(unit: UnitOfWork, { dealer_id, id }: InviteRow, delaySeconds: number): void {
  unit.enqueue(remindJob, { dealer_id, invite_id: id }, { delaySeconds });
}

const drop = (unit: UnitOfWork, { dealer_id, id }: InviteRow) =>
  updateInvite(unit.db, dealer_id, id, { remind_at: null });

/** Not after they followed or reviewed, not when nothing arrived, and not when a newer invite went to them. */
async function isStillUseful({ db }: UnitOfWork, invite: InviteRow): Promise<boolean> {
  const { dealer_id, contact, customer_id, sent_at } = invite;
  if (!sent_at || invite.state !== "sent" || invite.followed_at || invite.reviewed_at) return false;
  if ((await inviteView(db, invite, invite.id))?.state === "failed") return false;
  const last = await lastInvited(db, dealer_id, [contact], customer_id === null ? [] : [customer_id]);
  const newest = [last.byContact.get(contact), customer_id === null ? undefined : last.byCustomer.get(customer_id)];
  return newest.every((at) => at === undefined || at <= sent_at);
}

async function textReminder(server: InviteSenders, unit: UnitOfWork, invite: InviteRow): Promise<void> {
  const { dealer_id, id, customer_id, remind_at } = invite;
  const now = unit.now();
  const ends_by = new Date((remind_at ?? now).getTime() + lifetimeHours * 3_600_000);
  const judged = (await judgeTexts(unit.db, invite, [customer_id ?? 0], { now, ends_by })).get(customer_id ?? 0);
  if (!judged || judged.decision.kind === "skip" || judged.person.phone !== invite.contact) return drop(unit, invite);
  if (judged.decision.kind === "wait") return comeAgain(unit, invite, secondsUntil(judged.decision.until, now));
  const { values, link } = await contentOf(server, unit, invite);
  await textInvite(unit, invite, reminderText(invite.language, values, link), "reminder");
  await updateInvite(unit.db, dealer_id, id, { reminded_at: now });
  unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
}
