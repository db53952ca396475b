import type { FactData } from "#core/fact.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { appointmentFacts } from "#domains/appointments/server/public.ts";
import type { customerFacts } from "#domains/customers/server/public.ts";
import { buildCalendar } from "#domains/meetings/feed/server/buildCalendar.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { OutgoingMail } from "#ports/email/email.ts";
import {
  type InvitationFacts,
  type InvitationMailKind,
  invitationMail,
  invitationTitle,
  isOnItsWay,
  isSameMailbox,
  isUnfinished,
  longestSendSeconds,
  type MailedFacts,
  nextStep,
  placeInWords,
  whenInWords,
} from "../rules.ts";
import { announceJob } from "./jobs.ts";
import { joinUrl } from "./joinUrl.ts";
import {
  addressOf,
  comingAppointmentsOf,
  emailOf,
  type InvitationChange,
  type InvitationKey,
  type InvitationRow,
  insertInvitation,
  lockInvitations,
  type MeetingRow,
  meetingOfLink,
  outdatedInvitations,
  updateInvitation,
} from "./store.ts";

type AnnounceServer = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

interface PreparedMail {
  readonly mail: OutgoingMail;
  readonly what: InvitationMailKind;
  readonly row: InvitationRow;
}

/**
 * Mails each mailbox of a meeting's customer what it doesn't know yet: the invitation, a change, or that it is canceled. What
 * a mail says is committed before it leaves, so that a repeated job sends the same version again and none twice as new.
 */
export async function announce(server: AnnounceServer, key: InvitationKey): Promise<void> {
  const tried = new Set<string>();
  const failures: unknown[] = [];
  for (;;) {
    const leaveBy = deadlineIn(server.ports.clock);
    const prepared = await server.within.business(key, reason, (unit) => prepare(server, unit, key, tried));
    if (!prepared) break;
    tried.add(prepared.row.email);
    // What one mailbox doesn't take holds up no other.
    await send(server, prepared, leaveBy).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

const reason = "a calendar invitation";

async function send({ within, ports }: AnnounceServer, { mail, what, row }: PreparedMail, leaveBy: Deadline) {
  const settle = (change: Omit<InvitationChange, "changed_at">) =>
    within.business({ dealer_id: row.dealer_id }, reason, async ({ db, now }) =>
      updateInvitation(db, row, { ...change, changed_at: now() }),
    );
  const again = async (error: unknown): Promise<never> => {
    await settle({ state: "waiting" });
    throw error;
  };
  const result = await ports.email.send(mail, leaveBy).catch(again);
  if (result.kind === "busy") return again(new Error("A calendar invitation was not taken: busy"));
  const words = result.kind === "refused" ? result.words : "";
  if (what === "cancelled") await settle({ state: "cancelled", words, is_held: false });
  else if (result.kind === "refused") await settle({ state: "failed", words });
  else await settle({ state: "sent", words, is_held: true });
}

/** Commits what the next mail says, to a mailbox that wasn't tried; undefined when there is none. */
async function prepare(
  server: AnnounceServer,
  { db, now }: UnitOfWork,
  key: InvitationKey,
  tried: ReadonlySet<string>,
): Promise<PreparedMail | undefined> {
  const locked = await lockInvitations(db, key);
  const meeting = await meetingOfLink(db, key.dealer_id, key.appointment_id);
  // An outcome is no reason for an invitation mail, and a deleted customer's address is nobody's.
  if (locked.length === 0 || (meeting && (meeting.status !== 0 || meeting.customer_deleted))) return undefined;
  const changed_at = now();
  const email = meeting ? await emailOf(db, key.dealer_id, meeting.customer_id) : "";
  const rows = (await inviteNewMailbox(db, locked, meeting, email, changed_at))
    ? await lockInvitations(db, key)
    : locked;
  const sequence = Math.max(...rows.map((row) => row.sequence ?? -1)) + 1;
  const isTheirs = (row: InvitationRow) => isSameMailbox(row.email, email);
  // Where two mailboxes lead to one calendar, the invitation comes after the cancellation.
  for (const row of rows.toSorted((one, other) => Number(isTheirs(one)) - Number(isTheirs(other)))) {
    const wanted = meeting && isTheirs(row) ? factsOf(meeting) : undefined;
    const step = tried.has(row.email) ? undefined : nextStep(row, wanted, changed_at);
    if (step?.kind === "settle") await updateInvitation(db, row, { state: step.state, words: step.words, changed_at });
    const facts = wanted ?? mailedFacts(row);
    if (step?.kind !== "mail" || !facts) continue;
    const { what, isRepeated } = step;
    const version = isRepeated ? (row.sequence ?? sequence) : sequence;
    const state = what === "cancelled" ? "withdrawing" : "sending";
    await updateInvitation(db, row, { ...facts, state, sequence: version, changed_at });
    return { mail: await mailOf(server, db, row, facts, version, what, changed_at), what, row };
  }
  return undefined;
}

/** Has the mailbox invited that a meeting's customer has now. @returns false when it is already. */
async function inviteNewMailbox(
  db: UnitOfWork["db"],
  rows: readonly InvitationRow[],
  meeting: MeetingRow | undefined,
  email: string,
  changed_at: Date,
): Promise<boolean> {
  const isInvited = rows.some((row) => isSameMailbox(row.email, email));
  if (!meeting || isInvited || email === "" || meeting.datetime <= changed_at) return false;
  const { id: appointment_id, dealer_id, location_id, customer_id } = meeting;
  await insertInvitation(db, { dealer_id, appointment_id, location_id, customer_id, email, changed_at });
  return true;
}

const factsOf = ({ datetime, ends_at, type, link_version, place }: MeetingRow): InvitationFacts => ({
  starts_at: datetime,
  ends_at,
  type,
  link_version,
  place,
});

function mailedFacts({ starts_at, ends_at, type, link_version, place }: MailedFacts): InvitationFacts | undefined {
  if (!starts_at || !ends_at || type === null || link_version === null) return undefined;
  return { starts_at, ends_at, type, link_version, place: place ?? "" };
}

async function mailOf(
  { ports, secret, publicUrl }: AnnounceServer,
  db: UnitOfWork["db"],
  { dealer_id, location_id, appointment_id, email }: InvitationRow,
  { starts_at, ends_at, type, link_version, place }: InvitationFacts,
  sequence: number,
  what: InvitationMailKind,
  stamp: Date,
): Promise<OutgoingMail> {
  const business = await businessAt(db, dealer_id, location_id);
  const zone = business?.time_zone ?? "UTC";
  const link = joinUrl({ secret, publicUrl }, { dealer_id, id: appointment_id, link_version });
  const name = business?.business_name ?? "";
  const address = type === 0 ? placeInWords(place, await addressOf(db, { dealer_id, location_id })) : "";
  const words = { business: name, type, when: whenInWords(starts_at, zone), link, address };
  const isCancelled = what === "cancelled";
  const method = isCancelled ? "CANCEL" : "REQUEST";
  const host = new URL(publicUrl).hostname;
  const content = buildCalendar(method, [
    {
      uid: `meeting-${dealer_id}-${appointment_id}@${host}`,
      sequence,
      start: starts_at,
      end: ends_at,
      zone,
      stamp,
      summary: invitationTitle(words),
      description: isCancelled ? "" : link,
      location: type === 1 ? link : address,
      url: link,
      isCancelled,
      organizer: { name, email: ports.email.address },
      attendee: email,
    },
  ]);
  return {
    to: email,
    ...invitationMail(words, what),
    fromName: name,
    ...(business?.email && { replyTo: business.email }),
    headers: { "Auto-Submitted": "auto-generated" },
    reference: `meeting.${dealer_id}.${appointment_id}.${sequence}`,
    calendar: { method, content },
  };
}

/** Invites a meeting's customer by mail, who then gets every change. */
export async function inviteCustomer(
  { db, now, enqueue }: UnitOfWork,
  { id: appointment_id, customer_id, dealer_id, location_id }: MeetingRow,
  email: string,
): Promise<void> {
  const key = { dealer_id, appointment_id };
  const own = (await lockInvitations(db, key)).find((row) => isSameMailbox(row.email, email));
  if (own && isOnItsWay(own, now())) return enqueue(announceJob, key, { delaySeconds: longestSendSeconds });
  const changed_at = now();
  await insertInvitation(db, { ...key, location_id, customer_id, email: own?.email ?? email, changed_at });
  enqueue(announceJob, key);
}

/** Mails the customer what a change makes outdated in their calendar, wherever it was made. */
export async function announceChange({ within }: Pick<Server, "within">, key: InvitationKey): Promise<void> {
  await within.business(key, reason, async (unit) => {
    const { dealer_id, appointment_id } = key;
    const rows = await lockInvitations(unit.db, key);
    // While a mail is on its way, it is compared with the meeting once it has left for certain.
    if (rows.some(isUnfinished))
      unit.enqueue(announceJob, { dealer_id, appointment_id }, { delaySeconds: longestSendSeconds });
    else if (rows.length > 0) await enqueueOutdated(unit, { dealer_id, appointment_id });
  });
}

/** Has what names a customer follow their edited name, phone or email address. */
export async function followCustomer(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, customer_id }: FactData<typeof customerFacts.changed>,
): Promise<void> {
  await within.business({ dealer_id, location_id }, "a customer's meetings", async (unit) => {
    const ids = await comingAppointmentsOf(unit.db, { dealer_id, location_id }, customer_id, unit.now());
    for (const appointment_id of ids)
      unit.announce(appointmentFacts.changed, { dealer_id, location_id, appointment_id });
  });
}

/** Enqueues the invitations of all businesses that calendars no longer show rightly, and mails that a crash left. */
export async function sweepInvitations({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("outdated calendar invitations", (unit) => enqueueOutdated(unit));
}

async function enqueueOutdated(unit: UnitOfWork, only?: InvitationKey): Promise<void> {
  for (const key of await outdatedInvitations(unit.db, unit.now(), only)) unit.enqueue(announceJob, key);
}
