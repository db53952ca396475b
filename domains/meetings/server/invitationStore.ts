import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { MailedFacts } from "../invitations/rules.ts";

export interface InvitationKey {
  readonly dealer_id: number;
  readonly appointment_id: number;
}

export type MailState = "waiting" | "sending" | "sent" | "failed" | "cancelled";

export interface InvitationRow extends MailedFacts, InvitationKey {
  readonly location_id: number;
  readonly sequence: number | null;
  readonly state: MailState;
}

/** Keeps that the customer is to be invited; once more after a failure. */
export async function insertInvitation(
  db: Db,
  row: InvitationKey & { readonly location_id: number; readonly customer_id: number; readonly changed_at: Date },
): Promise<void> {
  const { customer_id, changed_at } = row;
  const again = { customer_id, changed_at, state: "waiting" };
  await db
    .insertInto("meeting_invitations")
    .values(row)
    .onConflict((conflict) => conflict.columns(["dealer_id", "appointment_id"]).doUpdateSet(again))
    .execute();
}

export async function hasInvitation(db: Db, dealer_id: number, appointment_id: number): Promise<boolean> {
  const row = await invitation(db, { dealer_id, appointment_id }).select("state").executeTakeFirst();
  return row !== undefined;
}

/** Locks an invitation until the end of the transaction, so that its mails are made one by one. */
export async function lockInvitation(db: Db, key: InvitationKey): Promise<InvitationRow | undefined> {
  const row = await invitation(db, key).selectAll().forUpdate().executeTakeFirst();
  return row as InvitationRow | undefined;
}

const invitation = (db: Db, { dealer_id, appointment_id }: InvitationKey) =>
  db.selectFrom("meeting_invitations").where("dealer_id", "=", dealer_id).where("appointment_id", "=", appointment_id);

export interface InvitationChange extends Partial<MailedFacts> {
  readonly state: MailState;
  readonly words?: string;
  readonly sequence?: number;
  readonly changed_at: Date;
}

export async function updateInvitation(
  db: Db,
  { dealer_id, appointment_id }: InvitationKey,
  { email, place, ...change }: InvitationChange,
): Promise<void> {
  await db
    .updateTable("meeting_invitations")
    .set({ ...change, ...(typeof email === "string" && { email }), ...(typeof place === "string" && { place }) })
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
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

/** Invitations to meetings still to come that don't say what is true, and those whose mail nobody finished. */
export async function outdatedInvitations(db: Db, now: Date): Promise<InvitationKey[]> {
  const stale = new Date(now.getTime() - 10 * 60_000);
  const { rows } = await sql<InvitationKey>`
    select i.dealer_id, i.appointment_id from meeting_invitations i
    left join appointments a on a.dealer_id = i.dealer_id and a.id = i.appointment_id
    left join meetings m on m.dealer_id = i.dealer_id and m.appointment_id = i.appointment_id
    left join customers c on c.dealer_id = a.dealer_id and c.id = a.customer_id and c.deleted_at is null
    where (a.id is null and i.state = 'sent' and i.starts_at > ${now})
      or (a.status = 0 and a.datetime > ${now} and i.state in ('sent', 'cancelled') and c.email <> ''
        and (i.state = 'cancelled' or a.datetime <> i.starts_at or a.type <> i.type or a.place <> i.place
          or appointment_end(a.datetime, a.duration) <> i.ends_at or c.email <> i.email
          or coalesce(m.link_version, 1) <> i.link_version))
      or (i.state in ('waiting', 'sending') and i.changed_at < ${stale})
    limit 1000`.execute(db);
  return rows;
}
