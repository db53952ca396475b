import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { OutgoingMail } from "#ports/email/email.ts";
import { buildCalendar } from "../calendarFile/server/public.ts";
import { type InvitationFacts, invitationMail, invitationTitle, isOutdated } from "../invitations/rules.ts";
import { placeInWords, whenInWords } from "../rules.ts";
import {
  emailOf,
  type InvitationKey,
  type InvitationRow,
  lockInvitation,
  updateInvitation,
} from "./invitationStore.ts";
import { joinUrl } from "./joinUrl.ts";
import { addressOf, meetingOfLink } from "./store.ts";

type AnnounceServer = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

interface PreparedInvitation {
  readonly mail: OutgoingMail;
  readonly isCancelled: boolean;
}

/**
 * Mails the invitation's customer what they don't know yet: the invitation, a change, or that the meeting is canceled. What
 * it says is committed before the mail leaves, so that a repeated job sends the same version again and none twice as new.
 */
export async function announce(server: AnnounceServer, key: InvitationKey): Promise<void> {
  const { dealer_id } = key;
  const reason = "a calendar invitation";
  const leaveBy = deadlineIn(server.ports.clock);
  const prepared = await server.within.business({ dealer_id }, reason, (unit) => prepare(server, unit, key));
  if (!prepared) return;
  const result = await server.ports.email.send(prepared.mail, leaveBy);
  if (result.kind === "busy") throw new Error("A calendar invitation was not taken: busy");
  const isRefused = result.kind === "refused";
  const state = isRefused ? "failed" : prepared.isCancelled ? "cancelled" : "sent";
  await server.within.business({ dealer_id }, reason, async ({ db, now }) =>
    updateInvitation(db, key, { state, words: isRefused ? result.words : "", changed_at: now() }),
  );
}

async function prepare(
  server: AnnounceServer,
  { db, now }: UnitOfWork,
  key: InvitationKey,
): Promise<PreparedInvitation | undefined> {
  const { dealer_id, appointment_id } = key;
  const row = await lockInvitation(db, key);
  if (!row) return undefined;
  const meeting = await meetingOfLink(db, dealer_id, appointment_id);
  const changed_at = now();
  if (!meeting) {
    const mailed = mailedFacts(row);
    const isKnown = mailed !== undefined && row.sequence !== null;
    if (row.state === "cancelled" || !isKnown)
      return void (await updateInvitation(db, key, { state: "cancelled", changed_at }));
    // One that is sent again says the same: calendars know the version.
    const sequence = row.state === "sending" ? row.sequence : row.sequence + 1;
    await updateInvitation(db, key, { state: "sending", sequence, changed_at });
    return { mail: await mailOf(server, db, row, mailed, sequence, "cancelled", changed_at), isCancelled: true };
  }
  // How it went is nobody's news.
  if (meeting.status !== 0) return undefined;
  const { datetime: starts_at, ends_at, type, link_version, place, customer_id } = meeting;
  const email = await emailOf(db, dealer_id, customer_id);
  if (email === "") {
    const words = "The customer has no email address.";
    return void (await updateInvitation(db, key, { state: "failed", words, changed_at }));
  }
  const facts: InvitationFacts = { email, starts_at, ends_at, type, link_version, place };
  const isNews = row.sequence === null || isOutdated(row, facts) || row.state === "cancelled";
  if (!isNews && row.state === "sent") return undefined;
  const sequence = row.sequence === null ? 0 : isNews ? row.sequence + 1 : row.sequence;
  await updateInvitation(db, key, { ...facts, state: "sending", sequence, changed_at });
  const what = sequence === 0 ? "first" : "changed";
  return { mail: await mailOf(server, db, row, facts, sequence, what, changed_at), isCancelled: false };
}

function mailedFacts({
  email,
  starts_at,
  ends_at,
  type,
  link_version,
  place,
}: InvitationRow): InvitationFacts | undefined {
  if (!email || !starts_at || !ends_at || type === null || link_version === null) return undefined;
  return { email, starts_at, ends_at, type, link_version, place: place ?? "" };
}

async function mailOf(
  { ports, secret, publicUrl }: AnnounceServer,
  db: UnitOfWork["db"],
  { dealer_id, location_id, appointment_id }: InvitationRow,
  { email, starts_at, ends_at, type, link_version, place }: InvitationFacts,
  sequence: number,
  what: "first" | "changed" | "cancelled",
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
