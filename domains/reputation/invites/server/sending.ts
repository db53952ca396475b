import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { logAsInvite } from "#domains/inbox/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { senderRegistration } from "#domains/locations/server/public.ts";
import type { SkipReason } from "#domains/marketing/rules/rules.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { type MarketingEmailOutcome, sendMarketingEmail } from "#domains/marketing/sender/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { settingsOf } from "#domains/reputation/settings/server/store.ts";
import { reviewInviteEvents } from "../contract.ts";
import { inviteMail, inviteText, lifetimeHours, reminderMail, reminderText } from "../rules.ts";
import { evaluateTexts } from "./evaluateTexts.ts";
import { contentOf, textInvite } from "./inviteContent.ts";
import { type InviteRow, inviteView, lastInvited, lockInvite, updateInvite, waitingForNumber } from "./store.ts";

const Invite = z.object({ dealer_id: Id, invite_id: Id });

/** Sends an invite that waits. */
export const sendInviteJob = job("reputation.sendInvite", Invite, { expires: 60 });

/** Sends an invite's one reminder. */
export const remindJob = job("reputation.remind", Invite, { expires: 60 });

/** Seconds from now until an instant, rounded up. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

/** Plans an invite's one reminder. @param days 0: none. */
async function scheduleReminder(
  unit: UnitOfWork,
  { dealer_id, id }: Pick<InviteRow, "dealer_id" | "id">,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const remind_at = new Date(unit.now().getTime() + days * 86_400_000);
  await updateInvite(unit.db, dealer_id, id, { remind_at });
  unit.enqueue(remindJob, { dealer_id, invite_id: id }, { delaySeconds: secondsUntil(remind_at, unit.now()) });
}

/** How a mail's outcome affects its invite. */
export type InviteMailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "later"; readonly words: string }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  | { readonly kind: "failed"; readonly words: string };

/** Sends a mail, and says what follows for its invite. A mail whose answer is lost isn't sent again. */
async function mailOutcomeOf(send: () => Promise<MarketingEmailOutcome>): Promise<InviteMailOutcome> {
  try {
    const outcome = await send();
    if (outcome.kind === "skipped") return outcome;
    if (outcome.kind === "unready") return { kind: "failed", words: "The location has no mailing address" };
    if (outcome.kind === "busy") return { kind: "later", words: "The mail server was busy" };
    if (outcome.kind === "lost") return { kind: "failed", words: "The mail server didn't answer" };
    return outcome.kind === "refused" ? { kind: "failed", words: outcome.words } : { kind: "sent" };
  } catch (error) {
    if (error instanceof QuotaReached) return { kind: "later", words: error.message };
    throw error;
  }
}

/** What sending takes. */
type InviteSenders = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

/** Seconds between two of many invites. */
export const secondsBetween = 2;
/** Seconds after which the one reminder looks at its number again. */
const heldSeconds = 6 * 3_600;

/** Seconds after which a stop of all marketing, or a busy mail server, is asked about again. */
const retrySeconds = 900;

/** Sends a due invite; one that must wait is enqueued again, one that must not be sent keeps the reason. */
async function sendInvite(server: InviteSenders, job: { dealer_id: number; invite_id: number }): Promise<void> {
  const { dealer_id, invite_id } = job;
  const mail = await server.within.business({ dealer_id }, "a review invite", async (unit) => {
    const invite = await lockInvite(unit.db, dealer_id, invite_id);
    if (invite?.state !== "queued") return undefined;
    if (await currentStop(unit.db)) return void sendLater(unit, invite, retrySeconds);
    if (invite.channel === "sms") return void (await sendText(server, unit, invite));
    await updateInvite(unit.db, dealer_id, invite_id, { state: "sending" });
    return { invite, content: await contentOf(server, unit, invite) };
  });
  if (mail) await sendMail(server, mail.invite, mail.content);
}

function sendLater(unit: UnitOfWork, { dealer_id, id }: InviteRow, delaySeconds: number): void {
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
  if (await isNumberHeld(db, invite)) return waitForNumber(unit, invite);
  // What it waited for is over; a reason that stays is written below.
  if (invite.reason === "not_registered") await updateInvite(db, dealer_id, id, { reason: "" });
  const customer_ids = customer_id === null ? [] : [customer_id];
  const judged = (await evaluateTexts(db, invite, customer_ids, { now, ends_by: invite.ends_by })).get(
    customer_id ?? 0,
  );
  const decision = judged?.decision ?? ({ kind: "skip", reason: "removed" } as const);
  // Another number since: the invite was meant for that phone.
  const hasMoved = judged !== undefined && judged.person.phone !== invite.contact;
  if (decision.kind === "skip" || hasMoved) {
    const reason = decision.kind === "skip" ? decision.reason : "removed";
    await updateInvite(db, dealer_id, id, { state: "skipped", reason });
  } else if (decision.kind === "wait") {
    sendLater(unit, invite, secondsUntil(decision.until, now));
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

async function isNumberHeld(db: Db, { dealer_id, location_id }: LocationKey): Promise<boolean> {
  const registration = await senderRegistration(db, dealer_id, location_id);
  return registration !== undefined && !maySendMarketing(registration);
}

/** Keeps an invite until its number is registered, or its time is over. */
async function waitForNumber(unit: UnitOfWork, invite: InviteRow): Promise<void> {
  const { dealer_id, id, ends_by } = invite;
  const isOver = unit.now() > ends_by;
  await updateInvite(unit.db, dealer_id, id, { reason: "not_registered", ...(isOver && { state: "skipped" }) });
  if (!isOver) sendLater(unit, invite, secondsUntil(ends_by, unit.now()) + 1);
  unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
}

/** Sends the invites that waited for a location's number, once it is registered. */
export async function inviteFromNumber({ within }: Pick<Server, "within">, location: LocationKey): Promise<void> {
  await within.business(location, "invites of a number", async (unit) => {
    if (await isNumberHeld(unit.db, location)) return;
    const waiting = await waitingForNumber(unit.db, location);
    for (const [place, invite_id] of waiting.entries()) {
      const { dealer_id } = location;
      unit.enqueue(sendInviteJob, { dealer_id, invite_id }, { delaySeconds: place * secondsBetween });
    }
  });
}

/** Sends the mail of an invite that is committed as sending, and stores the result. */
async function sendMail(
  server: InviteSenders,
  invite: InviteRow,
  { values, link }: Awaited<ReturnType<typeof contentOf>>,
) {
  const { dealer_id, location_id, id } = invite;
  const content = inviteMail(invite.words, invite.language, values, link);
  const outcome = await mailOutcomeOf(() =>
    sendMarketingEmail(server, { dealer_id, location_id, to: invite.contact, content }),
  );
  await server.within.business({ dealer_id }, "a review invite", async (unit) => {
    const now = unit.now();
    if (outcome.kind === "sent") {
      await updateInvite(unit.db, dealer_id, id, { state: "sent", sent_at: now });
      await scheduleReminder(unit, invite, (await settingsOf(unit.db, invite)).reminder_days);
    } else if (outcome.kind === "later" && now < invite.ends_by) {
      await updateInvite(unit.db, dealer_id, id, { state: "queued" });
      sendLater(unit, invite, retrySeconds);
    } else if (outcome.kind === "skipped") {
      await updateInvite(unit.db, dealer_id, id, { state: "skipped", reason: outcome.reason });
    } else {
      await updateInvite(unit.db, dealer_id, id, { state: "failed", reason: outcome.words });
    }
    unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
  });
}

/** Sends the one reminder, if the invite wasn't followed and may still be sent. */
async function remind(server: InviteSenders, job: { dealer_id: number; invite_id: number }): Promise<void> {
  const { dealer_id, invite_id } = job;
  const mail = await server.within.business({ dealer_id }, "a reminder to review", async (unit) => {
    const invite = await lockInvite(unit.db, dealer_id, invite_id);
    if (!invite?.remind_at || invite.reminded_at) return undefined;
    const early = secondsUntil(invite.remind_at, unit.now());
    if (early > 0) return void remindLater(unit, invite, early);
    if (await currentStop(unit.db)) return void remindLater(unit, invite, retrySeconds);
    if (!(await isStillUseful(unit, invite))) return void (await drop(unit, invite));
    if (invite.channel === "sms") return void (await textReminder(server, unit, invite));
    // Committed before the mail leaves: it is sent once or not at all.
    await updateInvite(unit.db, dealer_id, invite_id, { reminded_at: unit.now() });
    return { invite, content: await contentOf(server, unit, invite) };
  });
  if (!mail) return;
  const { location_id, contact, language } = mail.invite;
  const content = reminderMail(language, mail.content.values, mail.content.link);
  await mailOutcomeOf(() => sendMarketingEmail(server, { dealer_id, location_id, to: contact, content }));
}

function remindLater(unit: UnitOfWork, { dealer_id, id }: InviteRow, delaySeconds: number): void {
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
  if (await isNumberHeld(unit.db, invite)) {
    const since = now.getTime() - (remind_at ?? now).getTime();
    return since > lifetimeHours * 3_600_000 ? drop(unit, invite) : remindLater(unit, invite, heldSeconds);
  }
  const ends_by = new Date((remind_at ?? now).getTime() + lifetimeHours * 3_600_000);
  const judged = (await evaluateTexts(unit.db, invite, [customer_id ?? 0], { now, ends_by })).get(customer_id ?? 0);
  if (!judged || judged.decision.kind === "skip" || judged.person.phone !== invite.contact) return drop(unit, invite);
  if (judged.decision.kind === "wait") return remindLater(unit, invite, secondsUntil(judged.decision.until, now));
  const { values, link } = await contentOf(server, unit, invite);
  await textInvite(unit, invite, reminderText(invite.language, values, link), "reminder");
  await updateInvite(unit.db, dealer_id, id, { reminded_at: now });
  unit.publish(reviewInviteEvents.changed, { target_id: id }, invite);
}

export const inviteWorkers = [worker(sendInviteJob, sendInvite), worker(remindJob, remind)];
