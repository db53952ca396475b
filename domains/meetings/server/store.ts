import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus, AppointmentType } from "#domains/appointments/contract.ts";
import type { LinkState, MeetingKind } from "../fields.ts";
import type { MailedFacts, MailState, MeetingInvitation } from "../rules.ts";

export interface MeetingRow {
  readonly id: number;
  readonly dealer_id: number;
  readonly location_id: number;
  readonly title: string;
  readonly datetime: Date;
  readonly ends_at: Date;
  /** In minutes. */
  readonly duration: number;
  readonly host_id: number | null;
  readonly created_by: number;
  readonly place: string;
  readonly type: AppointmentType;
  readonly status: AppointmentStatus;
  readonly notes: string;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly customer_deleted: 0 | 1;
  readonly people: readonly { readonly id: number; readonly name: string; readonly name_initials: string }[];
  readonly kind: MeetingKind;
  readonly url: string;
  readonly link_state: LinkState;
  readonly link_version: number;
  readonly texted_at: Date | null;
  readonly is_mailed: 0 | 1;
  readonly started_at: Date | null;
  readonly joined_at: Date | null;
  readonly nudged_at: Date | null;
  readonly version: number;
}

const endsAt = sql<Date>`appointment_end(a.datetime, a.duration)`;

const personJson = sql`json_build_object('id', users.id, 'name', trim(users.first_name || ' ' || users.last_name),
  'name_initials', upper(left(users.first_name, 1) || left(users.last_name, 1)))`;

/** The host first, or without one the person who made it; then those who were invited, by name. */
const people = sql`(
  select coalesce(json_agg(${personJson} order by users.id <> coalesce(a.host_id, a.created_by), users.first_name, users.last_name, users.id), '[]')
  from users where users.dealer_id = a.dealer_id and (users.id = coalesce(a.host_id, a.created_by) or users.id in (
    select invited.user_id from meeting_people invited
    where invited.dealer_id = a.dealer_id and invited.appointment_id = a.id)))`;

/** Where it takes place by video: without a link, in Rooftop's own room. */
const kind = sql`case when m.kind = 'meet' then 'meet' when coalesce(m.url, '') = '' then 'room' else 'link' end`;

/** Whether the room exists. A pending one needs a connected calendar of the host. */
const linkState = sql`case when m.url <> '' then 'ready' when coalesce(m.kind, 'link') = 'link' then 'none'
  when exists (select from calendar_accounts own where own.dealer_id = a.dealer_id
    and own.user_id = coalesce(a.host_id, a.created_by) and own.state <> 'needs_access')
  and not exists (select from calendar_events e where e.dealer_id = a.dealer_id and e.appointment_id = a.id
    and e.user_id = coalesce(a.host_id, a.created_by) and e.room = 'failed') then 'pending' else 'failed' end`;

const meetingRows = (condition: SqlFragment, limit: number) => sql<MeetingRow>`
  select a.id, a.dealer_id, a.location_id, a.title, a.datetime, ${endsAt} as ends_at, a.duration,
    a.host_id, a.created_by, a.place, a.type, a.status, a.notes,
    a.customer_id, customers.customer_name, case when customers.deleted_at is null then 0 else 1 end as customer_deleted,
    ${people} as people, ${kind} as kind, coalesce(m.url, '') as url, ${linkState} as link_state,
    coalesce(m.link_version, 1) as link_version, m.texted_at, m.started_at, m.joined_at, m.nudged_at, a.version, case when exists (
      select from meeting_invitations mailed where mailed.dealer_id = a.dealer_id and mailed.appointment_id = a.id
        and mailed.state in ('waiting', 'sending', 'sent')) then 1 else 0 end as is_mailed
  from appointments a
  join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
  left join meetings m on m.dealer_id = a.dealer_id and m.appointment_id = a.id
  where ${condition} order by a.datetime, a.id limit ${limit}`;

const ofLocation = ({ dealer_id, location_id }: LocationKey, type: AppointmentType) =>
  sql`a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.type = ${type}`;

/** The pending meetings that aren't over, earliest first. */
export async function nextMeetings(
  db: Db,
  location: LocationKey,
  type: AppointmentType,
  now: Date,
  limit: number,
): Promise<MeetingRow[]> {
  const isNext = sql`${ofLocation(location, type)} and a.status = 0 and ${endsAt} > ${now}`;
  return (await meetingRows(isNext, limit).execute(db)).rows;
}

/** A location's meeting; undefined for an absent or foreign one. */
export async function meetingById(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  const isIt = sql`a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.id = ${id}`;
  return (await meetingRows(isIt, 1).execute(db)).rows[0];
}

/** A business's meeting, by the number in a link. */
export async function meetingOfLink(db: Db, dealer_id: number, id: number): Promise<MeetingRow | undefined> {
  return (await meetingRows(sql`a.dealer_id = ${dealer_id} and a.id = ${id}`, 1).execute(db)).rows[0];
}

/** The version that a link must have to work, also of a meeting that was canceled. */
export async function linkVersionOf(db: Db, dealer_id: number, appointment_id: number): Promise<number> {
  const meeting = db.selectFrom("meetings").where("dealer_id", "=", dealer_id);
  const row = await meeting.where("appointment_id", "=", appointment_id).select("link_version").executeTakeFirst();
  return row?.link_version ?? 1;
}

/** The location of a meeting whose appointment was deleted; undefined when nothing is left of it. */
export async function locationOfCancelled(db: Db, dealer_id: number, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ location_id: number }>`
    select location_id from meetings where dealer_id = ${dealer_id} and appointment_id = ${id}
    union all
    select location_id from deleted_appointments where dealer_id = ${dealer_id} and id = ${id} limit 1`.execute(db);
  return rows[0]?.location_id;
}

/** A location's address in one line; empty when it has none. */
export async function addressOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select concat_ws(', ', nullif(address, ''), nullif(address_2, ''), nullif(city, ''),
      nullif(trim(state || ' ' || postal_code), '')) as address
    from locations where dealer_id = ${dealer_id} and id = ${location_id}`.execute(db);
  return rows[0]?.address ?? "";
}

/** A member's name; empty for no one. */
export async function memberName(db: Db, dealer_id: number, user_id: number): Promise<string> {
  const user = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", user_id);
  const row = await user.select(["first_name", "last_name"]).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : "";
}

/** What is kept about an appointment as a meeting. */
export interface MeetingChange {
  readonly kind?: "link" | "meet";
  readonly url?: string;
  readonly link_version?: number;
  readonly texted_at?: Date;
  readonly started_at?: Date | null;
  readonly started_by?: number | null;
  readonly joined_at?: Date | null;
  readonly host_joined_at?: Date | null;
  readonly nudged_at?: null;
}

/** Stores a change, with the row that the first one needs. */
export async function saveMeeting(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  appointment_id: number,
  change: MeetingChange,
): Promise<void> {
  await db
    .insertInto("meetings")
    .values({ dealer_id, location_id, appointment_id, ...change })
    .onConflict((conflict) => conflict.columns(["dealer_id", "appointment_id"]).doUpdateSet({ dealer_id, ...change }))
    .execute();
}

/** Keeps that the customer is texted now because the host waits. @returns false when they were already. */
export async function claimNudge(db: Db, dealer_id: number, appointment_id: number, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable("meetings")
    .set({ nudged_at: now, texted_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .where("nudged_at", "is", null)
    .returning("appointment_id")
    .execute();
  return claimed.length > 0;
}

/** Replaces the team members who are invited; the meeting's row must be there. */
export async function saveInvited(
  db: Db,
  dealer_id: number,
  appointment_id: number,
  user_ids: readonly number[],
): Promise<void> {
  const rows = [...new Set(user_ids)].map((user_id) => ({ dealer_id, appointment_id, user_id }));
  await db
    .deleteFrom("meeting_people")
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .execute();
  if (rows.length > 0) await db.insertInto("meeting_people").values(rows).execute();
}

/** The link of the newest video meeting that this person made without Google Meet; empty when that had Rooftop's own room. */
export async function lastUrlOf(db: Db, { dealer_id, location_id }: LocationKey, user_id: number): Promise<string> {
  const { rows } = await sql<{ url: string }>`
    select m.url from appointments a
    join meetings m on m.dealer_id = a.dealer_id and m.appointment_id = a.id
    where a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.created_by = ${user_id} and a.type = 1
      and m.kind = 'link'
    order by a.id desc limit 1`.execute(db);
  return rows[0]?.url ?? "";
}

export interface InvitationKey {
  readonly dealer_id: number;
  readonly appointment_id: number;
}

export interface InvitationRow extends MeetingInvitation, InvitationKey {
  readonly location_id: number;
  readonly customer_id: number;
  readonly email: string;
}

/** Keeps that a mailbox is to be invited; once more after a failure. */
export async function insertInvitation(
  db: Db,
  row: InvitationKey & {
    readonly location_id: number;
    readonly customer_id: number;
    readonly email: string;
    readonly changed_at: Date;
  },
): Promise<void> {
  const { customer_id, changed_at } = row;
  const again = { customer_id, changed_at, state: "waiting" };
  await db
    .insertInto("meeting_invitations")
    .values(row)
    .onConflict((conflict) => conflict.columns(["dealer_id", "appointment_id", "email"]).doUpdateSet(again))
    .execute();
}

/** Locks the invitations to a meeting until the end of the transaction, so that its mails are made one by one. */
export async function lockInvitations(db: Db, { dealer_id, appointment_id }: InvitationKey): Promise<InvitationRow[]> {
  const rows = db
    .selectFrom("meeting_invitations")
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .selectAll()
    .orderBy("email")
    .forUpdate();
  // A statement that waits for a lock doesn't see a mailbox that the other transaction has added; the next one does.
  await rows.execute();
  return (await rows.execute()) as InvitationRow[];
}

export interface InvitationChange extends Partial<MailedFacts> {
  readonly state: MailState;
  readonly words?: string;
  readonly sequence?: number;
  readonly is_held?: boolean;
  readonly changed_at: Date;
}

export async function updateInvitation(
  db: Db,
  { dealer_id, appointment_id, email }: Pick<InvitationRow, "dealer_id" | "appointment_id" | "email">,
  { place, ...change }: InvitationChange,
): Promise<void> {
  await db
    .updateTable("meeting_invitations")
    .set({ ...change, ...(typeof place === "string" && { place }) })
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .where("email", "=", email)
    .execute();
}

/** The email of a customer; empty without one. */
export async function emailOf(db: Db, dealer_id: number, customer_id: number): Promise<string> {
  const row = await db
    .selectFrom("customers")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", customer_id)
    .where("deleted_at", "is", null)
    .select("email")
    .executeTakeFirst();
  return row?.email ?? "";
}

/** A customer's appointments that are still to come; nobody has more than a few. */
export async function comingAppointmentsOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_id: number,
  now: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("customer_id", "=", customer_id)
    .where("status", "=", 0)
    .where("datetime", ">", now)
    .select("id")
    .orderBy("datetime")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Meetings still to come whose invitations are outdated or at another mailbox, and unfinished mails. */
export async function outdatedInvitations(db: Db, now: Date, only?: InvitationKey): Promise<InvitationKey[]> {
  const stale = new Date(now.getTime() - 10 * 60_000);
  const isTheirs = sql`lower(c.email) = lower(i.email)`;
  const { rows } = await sql<InvitationKey>`
    select distinct i.dealer_id, i.appointment_id from meeting_invitations i
    left join appointments a on a.dealer_id = i.dealer_id and a.id = i.appointment_id
    left join meetings m on m.dealer_id = i.dealer_id and m.appointment_id = i.appointment_id
    left join customers c on c.dealer_id = a.dealer_id and c.id = a.customer_id and c.deleted_at is null
    where ((i.is_held and i.state in ('sent', 'failed') and i.starts_at > ${now}
        and (a.id is null or (a.status = 0 and not (${isTheirs}))))
      or (a.status = 0 and a.datetime > ${now} and c.email <> '' and (
        (${isTheirs} and (i.state = 'cancelled' or (i.is_held and i.state in ('sent', 'failed')
          and (a.datetime <> i.starts_at or a.type <> i.type or a.place <> i.place
            or appointment_end(a.datetime, a.duration) <> i.ends_at or coalesce(m.link_version, 1) <> i.link_version))))
        or not exists (select from meeting_invitations own where own.dealer_id = i.dealer_id
          and own.appointment_id = i.appointment_id and lower(own.email) = lower(c.email))))
      or (i.state in ('waiting', 'sending', 'withdrawing') and i.changed_at < ${stale}))
      ${only ? sql`and i.dealer_id = ${only.dealer_id} and i.appointment_id = ${only.appointment_id}` : sql``}
    limit 1000`.execute(db);
  return rows;
}
