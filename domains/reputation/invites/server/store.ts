import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { heldNumberText } from "#domains/locations/registration/rules.ts";
import type { Language } from "../../settings/fields.ts";
import type { SiteKind } from "../../sites/fields.ts";
import { siteTitle } from "../../sites/rules.ts";
import type { InviteState, ReviewInvite, ShownInvites } from "../contract.ts";
import { hoursToSend, type InviteLeftOutReason, leftOutTexts, stateOf } from "../rules.ts";

/** Which invites a table shows. */
export interface InviteFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownInvites;
  readonly search: string;
}

/**
 * The invites of a period: those sent in it, and by when they were made those that never left. An invite leaves a few
 * days later at most, so that the index by creation still narrows them.
 */
const isIn = (from: Date) => sql`(coalesce(i.sent_at, i.created_at) >= ${from}
  and i.created_at >= ${new Date(from.getTime() - hoursToSend * 3_600_000)})`;

const isShown: Record<ShownInvites, SqlFragment> = {
  all: sql`true`,
  sent: sql`i.sent_at is not null`,
  followed: sql`i.sent_at is not null and i.followed_at is not null`,
  unfollowed: sql`i.sent_at is not null and i.followed_at is null`,
  reviewed: sql`i.reviewed_at is not null`,
  problem: sql`(i.state in ('failed', 'skipped') or exists (select from messages m
    where m.dealer_id = i.dealer_id and m.id = i.message_id and m.state = 'failed'))`,
};

function filtered({ dealer_id, location_id, from, show, search }: InviteFilter): TimeOrderedTable {
  return {
    from: sql`review_invites i`,
    at: sql`i.created_at`,
    id: sql`i.id`,
    where: sql`i.dealer_id = ${dealer_id} and i.location_id = ${location_id} and ${isIn(from)}
      and ${isShown[show]} and ${isFoundIn(search, [sql`i.customer_name`, sql`i.contact`])}`,
  };
}

interface StoredRow extends Omit<ReviewInvite, "state" | "site" | "created_at"> {
  readonly at_us: number;
  readonly created_at: Date;
  readonly stored_state: string;
  readonly message_state: string | null;
  readonly message_error: string;
  readonly site_kind: SiteKind | null;
  readonly site_name: string;
}

const shownColumns = sql`i.customer_id, i.customer_name, i.channel, i.contact, i.state as stored_state, i.reason, i.created_at,
  i.sent_at, i.reminded_at, i.opened_at, i.followed_at, i.reviewed_at, m.state as message_state,
  coalesce(m.error, '') as message_error, s.kind as site_kind, coalesce(s.title, '') as site_name,
  r.rating,
  trim(u.first_name || ' ' || u.last_name) as sent_by`;
const shownJoins = sql`join users u on u.dealer_id = i.dealer_id and u.id = i.sent_by
  left join messages m on m.dealer_id = i.dealer_id and m.id = i.message_id
  left join review_sites s on s.dealer_id = i.dealer_id and s.id = i.site_id
  left join reviews r on r.dealer_id = i.dealer_id and r.invite_id = i.id and r.removed_at is null`;

/** The invites of a range, in its order. */
export async function readInvites(db: Db, filter: InviteFilter, range: KeysetRange<string>) {
  const table = filtered(filter);
  const direction = sql.raw(range.dir);
  const { rows } = await sql<StoredRow>`with page as (select ${timeOrderColumns(table)}, i.dealer_id from ${table.from}
      where ${rangeClause(table, range)})
    select page.id, page.at_us, ${shownColumns} from page
      join review_invites i on i.dealer_id = page.dealer_id and i.id = page.id ${shownJoins}
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows.map(toView);
}

export async function countInvites(db: Db, filter: InviteFilter): Promise<number> {
  const { from, where } = filtered(filter);
  return countRowsCapped(db, from, where);
}

/** An invite of the location as people see it; undefined for an absent or foreign one. */
export async function inviteView(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  const { rows } = await sql<StoredRow>`select i.id, 0 as at_us, ${shownColumns} from review_invites i ${shownJoins}
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id} and i.id = ${id}`.execute(db);
  return rows.map(toView)[0];
}

function toView({ stored_state, message_state, message_error, site_kind, site_name, ...row }: StoredRow) {
  const state = stateOf(stored_state, message_state);
  const site = site_kind === null ? "" : siteTitle({ kind: site_kind, title: site_name });
  return { ...row, state, site, reason: reasonOf(state, row.reason) || (state === "failed" ? message_error : "") };
}

const isReason = (reason: string): reason is InviteLeftOutReason => Object.hasOwn(leftOutTexts, reason);

/** A stored reason as people read it; the mail server's words stay as they are. */
function reasonOf(state: InviteState, reason: string): string {
  if (state === "waiting" && reason === "not_registered") return heldNumberText;
  return state === "left_out" && isReason(reason) ? leftOutTexts[reason] : reason;
}

/** The invites of a period, newest first, for a file. */
export const invitesForFile = (db: Db, filter: InviteFilter) =>
  readInvites(db, filter, { key: "created_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

export interface NewInvite extends LocationKey {
  readonly customer_id: number | null;
  readonly customer_name: string;
  readonly channel: "sms" | "email";
  readonly contact: string;
  readonly language: Language;
  readonly words: string;
  readonly sent_by: number;
  readonly created_at: Date;
  readonly ends_by: Date;
}

/** Adds invites that are still to be sent. @returns their ids in the same order. */
export async function insertInvites(db: Db, invites: readonly NewInvite[]): Promise<number[]> {
  if (invites.length === 0) return [];
  const rows = invites.map((invite) => ({ ...invite, state: "queued" }));
  const added = await db.insertInto("review_invites").values(rows).returning("id").execute();
  return added.map(({ id }) => id).sort((a, b) => a - b);
}

/** Locks an invite until the transaction ends. */
export async function lockInvite(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .selectAll()
    .select([sql<Language>`language`.as("language"), sql<"sms" | "email">`channel`.as("channel")])
    .select(sql<"queued" | "sending" | "sent" | "failed" | "skipped">`state`.as("state"))
    .forUpdate()
    .executeTakeFirst();
}

export type InviteRow = NonNullable<Awaited<ReturnType<typeof lockInvite>>>;

export interface InviteChange {
  readonly state?: InviteRow["state"];
  readonly reason?: string;
  readonly message_id?: number;
  readonly sent_at?: Date;
  readonly remind_at?: Date | null;
  readonly reminded_at?: Date;
  readonly opened_at?: Date;
  readonly followed_at?: Date;
  readonly site_id?: number;
  readonly reviewed_at?: Date | null;
  readonly reviewed_by?: number | null;
}

export async function updateInvite(db: Db, dealer_id: number, id: number, change: InviteChange): Promise<void> {
  await db.updateTable("review_invites").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** The text invites of a location that wait for its number, oldest first. */
export async function waitingForNumber(db: Db, { dealer_id, location_id }: LocationKey): Promise<number[]> {
  const rows = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("channel", "=", "sms")
    .where("state", "=", "queued")
    .where("reason", "=", "not_registered")
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * When each of these people was last invited, at any location of the business: by contact, and by customer.
 * Invites that failed or were omitted don't count.
 */
export async function lastInvited(
  db: Db,
  dealer_id: number,
  contacts: readonly string[],
  customer_ids: readonly number[],
): Promise<{ readonly byContact: ReadonlyMap<string, Date>; readonly byCustomer: ReadonlyMap<number, Date> }> {
  const counted = sql<boolean>`state in ('queued', 'sending', 'sent')`;
  const at = sql<Date>`max(coalesce(sent_at, created_at))`.as("at");
  const ofDealer = db.selectFrom("review_invites").where("dealer_id", "=", dealer_id).where(counted);
  const contactRows = await ofDealer
    .where(sql<boolean>`contact = any(${[...contacts]}::text[])`)
    .select(["contact", at])
    .groupBy("contact")
    .execute();
  const customerRows = await ofDealer
    .where(sql<boolean>`customer_id = any(${[...customer_ids]}::bigint[])`)
    .select([sql<number>`customer_id`.as("customer_id"), at])
    .groupBy("customer_id")
    .execute();
  return {
    byContact: new Map(contactRows.map((row) => [row.contact, row.at])),
    byCustomer: new Map(customerRows.map((row) => [row.customer_id, row.at])),
  };
}

/** How many invites and reminders each phone was texted since then. */
export async function invitesSince(db: Db, dealer_id: number, phones: readonly string[], since: Date) {
  const rows = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where(sql<boolean>`contact = any(${[...phones]}::text[])`)
    .where(sql<boolean>`(sent_at > ${since} or reminded_at > ${since})`)
    .select("contact")
    .select(sql<number>`sum((sent_at > ${since})::int + coalesce((reminded_at > ${since})::int, 0))::int`.as("count"))
    .groupBy("contact")
    .execute();
  return new Map(rows.map(({ contact, count }) => [contact, count]));
}

/** A live customer of the location with this email address. */
export async function customerByEmail(db: Db, { dealer_id, location_id }: LocationKey, email: string) {
  const row = await db
    .selectFrom("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`lower(email) = ${email}`)
    .select("id")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Which of these customers were invited. */
export async function invitedCustomers(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  const rows = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`customer_id = any(${[...ids]}::bigint[])`)
    .select(sql<number>`customer_id`.as("customer_id"))
    .distinct()
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
