import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { isSecondClick, justSentText } from "#core/server/sendUnlessRepeated.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DoubtfulTime } from "#domains/appointments/fields.ts";
import { boundsOfDay, dayOf } from "#domains/appointments/rules.ts";
import {
  addAppointment,
  appointmentFacts,
  appointmentHandlers,
  editAppointment,
} from "#domains/appointments/server/public.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { busyBetween } from "#domains/meetings/busyTimes/server/store.ts";
import { meetHosts, requireMeetHost, writeSoon } from "#domains/meetings/connectedCalendar/server/account.ts";
import { membersAmong, membersAt } from "#domains/team/server/public.ts";
import { linkText, type MeetingDraft, meetingEvents, type meetings } from "../contract.ts";
import { canCancel } from "../rules.ts";
import { inviteCustomer } from "./announce.ts";
import { joinUrl } from "./joinUrl.ts";
import { beginMeeting, textCustomer, tryToText } from "./nudge.ts";
import {
  lastUrlOf,
  linkVersionOf,
  type MeetingRow,
  meetingById,
  nextMeetings,
  saveInvited,
  saveMeeting,
} from "./store.ts";
import { customerTexts } from "./texts.ts";

/** Number of next meetings shown as cards. */
const nextCount = 4;

export const meetingHandlers: Handlers<typeof meetings> = {
  async list(context, { body: { type, day: asked } }) {
    const { db, scope, who, now } = context;
    const { time_zone } = await hoursOf(db, scope);
    const day = asked || dayOf(now(), time_zone);
    const next = await nextMeetings(db, scope, type, now(), nextCount);
    const members = (await membersAt(db, scope)).map(({ id }) => id);
    return {
      day,
      next: next.map((meeting) => withLink(context, meeting)),
      busy: await busyBetween(db, scope, members, boundsOfDay(day, time_zone)),
      last_url: await lastUrlOf(db, scope, who.user_id),
      is_room_local: context.iceServers.length === 0,
      meet_hosts: (await meetHosts(context)) ?? null,
    };
  },

  async get(context, { params: { id } }) {
    return withLink(context, await meetingOf(context.db, context.scope, id));
  },

  async add(context, { body }) {
    const { id, warnings } = await addAppointment(context, body);
    const meeting = await saveDetails(context, id, body);
    const saved = { text: "Meeting created", warnings, data: { id, join_url: joinUrl(context, meeting) } };
    return withMessages(context, meeting, body, saved);
  },

  async edit(context, { params, body }) {
    const { db, scope } = context;
    const before = await meetingOf(db, scope, params.id);
    const { version, warnings } = await editAppointment(context, params.id, body);
    const meeting = await saveDetails(context, params.id, body, before);
    // At a new time no one is there yet.
    if (meeting.datetime.getTime() !== before.datetime.getTime()) await saveMeeting(db, scope, params.id, noneYet);
    const detail = detailsChanged(before, meeting);
    if (detail) await context.audit({ action: "edited", subject: "meeting", subject_id: params.id, detail });
    return withMessages(context, meeting, body, { text: "Meeting saved", warnings, data: { id: params.id, version } });
  },

  async cancel(context, { params, body }) {
    const { db, scope, who } = context;
    const meeting = await meetingOf(db, scope, params.id);
    if (!canCancel(who, [...meeting.people, { id: meeting.created_by }])) throw new Failure("forbidden", notTheirs);
    const why = body.text_customer === 1 ? await tryToText(context, meeting, "cancelled") : "";
    // So that the customer's page knows of it for longer than the appointment can be brought back.
    await saveMeeting(db, scope, params.id, {});
    await appointmentHandlers.remove(context, { params, body: {} });
    await writeSoon(context, scope, [hostOf(meeting)]);
    publish(context, params.id);
    return orWarning("Meeting canceled", why === "" ? [] : [customerTexts.notTexted(why)], { id: params.id });
  },

  /** The first start counts; a later one only joins. */
  async start(context, { params: { id } }) {
    const { db, scope, who, publicUrl } = context;
    const { url, link_state, started_at, type } = await meetingOf(db, scope, id);
    if (type !== 1 && url === "") throw new Failure("conflict", "This meeting takes place in person.");
    if (link_state === "pending") throw new Failure("conflict", "Google is still creating this link. Try again soon.");
    if (started_at === null) await beginMeeting(context, scope, { appointment_id: id, user_id: who.user_id });
    return { id, url: url || `${publicUrl}/meetings/room/${id}` };
  },

  async text(context, { params: { id } }) {
    const { db, scope, now } = context;
    await meetingOf(db, scope, id);
    // Locks it, so that a second click sees the text of the first one.
    await saveMeeting(db, scope, id, {});
    const meeting = await meetingOf(db, scope, id);
    if (isSecondClick(meeting.texted_at, now())) throw new Failure("conflict", justSentText);
    await textCustomer(context, meeting, "link");
    publish(context, id);
    return { id };
  },

  async renew(context, { params: { id } }) {
    const { db, scope, audit } = context;
    await meetingOf(db, scope, id);
    const link_version = (await linkVersionOf(db, scope.dealer_id, id)) + 1;
    await saveMeeting(db, scope, id, { link_version });
    await audit({ action: "renewed the link of", subject: "meeting", subject_id: id });
    announceMeeting(context, id);
    publish(context, id);
    return { id, join_url: joinUrl(context, { ...scope, id, link_version }) };
  },
};

const noneYet = { started_at: null, started_by: null, joined_at: null, host_joined_at: null, nudged_at: null };

const notTheirs = "Only managers can cancel a colleague's meeting. Ask one, or the person who made it.";

const withLink = (context: StaffContext, meeting: MeetingRow) => ({ ...meeting, join_url: joinUrl(context, meeting) });

const meetingOf = async (db: Db, scope: LocationScope, id: number) => orNotFound(await meetingById(db, scope, id));

const publish = ({ publish: send }: StaffContext, target_id: number) => send(meetingEvents.changed, { target_id });

/** The host, or without one the creator. */
const hostOf = ({ host_id, created_by }: Pick<MeetingRow, "host_id" | "created_by">) => host_id ?? created_by;

/** Stores the link and invited members; omitted fields stay. */
async function saveDetails(
  context: StaffContext,
  id: number,
  { kind: wanted, url, user_ids }: Pick<MeetingDraft, "kind" | "url" | "user_ids">,
  before?: MeetingRow,
): Promise<MeetingRow> {
  const { db, scope } = context;
  const known = await membersAmong(db, scope, user_ids ?? []);
  if (known.length < new Set(user_ids).size)
    throw invalidField("user_ids", "One of these people is no longer on the team here. Select them again.");
  const { type, ...people } = await meetingOf(db, scope, id);
  const host = hostOf(people);
  const typed = url ?? (before?.kind === "link" ? before.url : "");
  const unnamed = url === undefined && before ? before.kind : typed === "" ? "room" : "link";
  const kind = type === 1 ? (wanted ?? unnamed) : "link";
  if (wanted === "link" && typed === "") throw invalidField("url", linkText);
  const hadRoom = before?.kind === "meet";
  if (kind === "meet" && !(hadRoom && hostOf(before) === host)) await requireMeetHost(context, host);
  // A room that comes with the calendar has the address that it came with.
  const address = { room: "", link: typed, meet: hadRoom ? before.url : "" }[kind];
  await saveMeeting(db, scope, id, { kind: kind === "meet" ? "meet" : "link", url: address });
  if (user_ids) await saveInvited(db, scope.dealer_id, id, user_ids);
  await writeSoon(context, scope, before ? [hostOf(before), host] : [host]);
  return meetingOf(db, scope, id);
}

/** What an edit changed besides the appointment, for the trail; undefined when nothing did. */
function detailsChanged(before: MeetingRow, { url, people }: MeetingRow) {
  const names = (all: MeetingRow["people"]) => all.map(({ name }) => name).join(", ");
  const changes = {
    ...(before.url !== url && { link: url }),
    ...(names(before.people) !== names(people) && { people: names(people) }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

interface SavedMeeting<Data> {
  readonly text: string;
  /** What speaks against its time. */
  readonly warnings: DoubtfulTime["warnings"];
  readonly data: Data;
}

/** Texts and mails the customer when that is wanted. That it can't be done is no reason not to have the meeting. */
async function withMessages<Data>(
  context: StaffContext,
  meeting: MeetingRow,
  { text_customer, mail_customer }: Pick<MeetingDraft, "text_customer" | "mail_customer">,
  { text, warnings, data }: SavedMeeting<Data>,
): Promise<CallResult<Data>> {
  const { db, scope } = context;
  const problems = warnings.map((warning) => warning.text);
  const why = text_customer === 1 ? await tryToText(context, meeting, "link") : "";
  if (why !== "") problems.push(customerTexts.notTexted(why));
  problems.push(...(await busyWords(context, meeting)));
  announceMeeting(context, meeting.id);
  if (mail_customer === 1) {
    const email = (await customerById(db, scope, meeting.customer_id))?.email;
    if (email) await inviteCustomer(context, meeting, email);
    else problems.push(customerTexts.notMailed);
  }
  publish(context, meeting.id);
  return orWarning(text, problems, data);
}

function announceMeeting({ announce, scope }: StaffContext, appointment_id: number): void {
  const { dealer_id, location_id } = scope;
  announce(appointmentFacts.changed, { dealer_id, location_id, appointment_id });
}

/** Who is busy in their own calendar during a meeting, without details. It doesn't block saving. */
async function busyWords({ db, scope }: StaffContext, { people, datetime, ends_at }: MeetingRow): Promise<string[]> {
  const span = { start: datetime, end: ends_at };
  const busy = await busyBetween(
    db,
    scope,
    people.map(({ id }) => id),
    span,
  );
  return [...new Set(busy.map(({ name }) => customerTexts.busy(name)))];
}

const orWarning = <Data>(saved: string, problems: readonly string[], data: Data) =>
  problems.length === 0
    ? new CallResult(saved, data)
    : new CallResult(customerTexts.savedBut(saved, problems), data, "warning");
