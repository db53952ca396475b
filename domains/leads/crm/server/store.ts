import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { optinStatusSql, survivorSql } from "#domains/customers/server/public.ts";
import { vehiclesSql } from "#domains/leads/server/store.ts";
import type { CrmKind, CrmMailState } from "../contract.ts";
import type { CrmPerson, InquiryOrigin } from "../rules.ts";

/** What a location sends, each since when, and where to. */
export interface StoredCrm {
  readonly crm_email: string;
  readonly leads_since: Date | null;
  readonly missed_calls_since: Date | null;
  readonly appointments_since: Date | null;
}

export async function crmOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<StoredCrm> {
  const { rows } = await sql<StoredCrm>`
    select l.crm_email, s.leads_since, s.missed_calls_since, s.appointments_since from locations l
      left join crm_settings s on s.dealer_id = l.dealer_id and s.location_id = l.id
    where l.dealer_id = ${dealer_id} and l.id = ${location_id}`.execute(db);
  return rows[0] ?? { crm_email: "", leads_since: null, missed_calls_since: null, appointments_since: null };
}

export async function saveCrm(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  since: Omit<StoredCrm, "crm_email">,
): Promise<void> {
  await db
    .insertInto("crm_settings")
    .values({ dealer_id, location_id, ...since })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(since))
    .execute();
}

/** Notes a mail that is to leave. @returns its id; undefined when there is one about this already. */
export async function noteMail(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { kind, subject_id }: { readonly kind: CrmKind; readonly subject_id: number | null },
  now: Date,
): Promise<number | undefined> {
  const row = { dealer_id, location_id, kind, subject_id, created_at: now, due_at: now };
  const noted = db
    .insertInto("crm_mails")
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return (await noted.returning("id").executeTakeFirst())?.id;
}

interface MailKey {
  readonly dealer_id: number;
  readonly id: number;
}

/** Locks a mail until the end of the transaction. */
export const lockMail = (db: Db, { dealer_id, id }: MailKey) =>
  db
    .selectFrom("crm_mails")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "dealer_id", "location_id", "subject_id", "reference", "tries", "created_at", "due_at"])
    .select([sql<CrmKind>`kind`.as("kind"), sql<CrmMailState>`state`.as("state")])
    .forUpdate()
    .executeTakeFirst();

interface MailChange {
  readonly state?: CrmMailState;
  readonly to_email?: string;
  readonly problem?: string;
  readonly tries?: number;
  readonly due_at?: Date;
  readonly ended_at?: Date | null;
}

export async function changeMail(db: Db, { dealer_id, id }: MailKey, change: MailChange): Promise<void> {
  await db.updateTable("crm_mails").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** A location's latest mails. */
export const latestMails = (db: Db, { dealer_id, location_id }: LocationKey, limit: number) =>
  db
    .selectFrom("crm_mails")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["id", "to_email", "problem", "created_at"])
    .select([sql<CrmKind>`kind`.as("kind"), sql<CrmMailState>`state`.as("state")])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Whether a mail of the location failed since. */
export async function hasFailedSince(db: Db, { dealer_id, location_id }: LocationKey, since: Date): Promise<boolean> {
  const { rows } = await sql`select from crm_mails where dealer_id = ${dealer_id} and location_id = ${location_id}
    and state = 'failed' and ended_at > ${since} limit 1`.execute(db);
  return rows.length > 0;
}

/** Mails whose time has passed and that no process has sent, of all dealers. */
export async function overdueMails(db: Db, before: Date) {
  const open = db.selectFrom("crm_mails").where("state", "in", ["due", "sending"]).where("due_at", "<", before);
  return open.select(["dealer_id", "id as mail_id"]).orderBy("due_at").limit(500).execute();
}

export async function forgetMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("crm_mails").where("ended_at", "<", before).execute();
}

/** Who a mail is about, and what they want. */
export interface CrmSubject extends CrmPerson {
  readonly is_opted_out: boolean;
  readonly inquiries: readonly InquiryOrigin[];
}

const person = sql`coalesce(customers.address, '') as address,
  customers.id is not null and ${optinStatusSql} = 0 as is_opted_out`;
const ofCustomer = sql`coalesce(customers.first_name, '') as first_name, coalesce(customers.last_name, '') as last_name,
  coalesce(customers.email, '') as email, ${person}, '[]'::jsonb as vehicles, '[]'::jsonb as inquiries`;
const customerOf = (id: SqlFragment, dealer_id: number) => sql`
  left join customers origin on origin.dealer_id = ${dealer_id} and origin.id = ${id}
  left join customers on customers.dealer_id = ${dealer_id} and customers.id = ${survivorSql("origin")}
    and customers.deleted_at is null`;

/** What the mail is about, as it is now; undefined when it is gone, or nobody can be reached. */
export async function crmSubject(
  db: Db,
  { dealer_id, location_id, kind, subject_id }: LocationKey & { readonly kind: CrmKind; readonly subject_id: number },
): Promise<CrmSubject | undefined> {
  const here = (table: string) => sql`${sql.ref(`${table}.dealer_id`)} = ${dealer_id}
    and ${sql.ref(`${table}.location_id`)} = ${location_id} and ${sql.ref(`${table}.id`)} = ${subject_id}`;
  const statements: Record<Exclude<CrmKind, "test">, SqlFragment> = {
    lead: sql`select l.received_at as at, l.kind, l.source, l.first_name, l.last_name, l.email,
        coalesce(nullif(l.phone, ''), customers.phone, '') as phone, ${person}, ${vehiclesSql} as vehicles,
        coalesce((select i.comments from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id
          order by i.received_at, i.id limit 1), '') as comments,
        (select coalesce(jsonb_agg(jsonb_build_object('sender', i.sender, 'provider_id', i.provider_id)), '[]')
          from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id) as inquiries
      from leads l ${customerOf(sql`l.customer_id`, dealer_id)} where ${here("l")} and l.deleted_at is null`,
    missed_call: sql`select c.started_at as at, 'sales' as kind, c.source, ${ofCustomer}, c.from_number as phone,
        case c.state when 'voicemail' then 'Missed call with a voicemail' else 'Missed call' end as comments
      from calls c ${customerOf(sql`c.customer_id`, dealer_id)}
      where ${here("c")} and c.direction = 'incoming' and c.state in ('missed', 'voicemail') and c.spam = 0
        and c.from_number <> ''`,
    appointment: sql`select a.created as at, 'sales' as kind, '' as source, ${ofCustomer},
        coalesce(customers.phone, '') as phone,
        'Appointment: ' || a.title || to_char(a.datetime at time zone places.time_zone, ', FMMonth FMDD, YYYY "at" FMHH12:MI AM')
          as comments
      from appointments a join locations places on places.dealer_id = a.dealer_id and places.id = a.location_id
        ${customerOf(sql`a.customer_id`, dealer_id)} where ${here("a")}`,
  };
  if (kind === "test") return undefined;
  const { rows } = await sql<CrmSubject>`${statements[kind]}`.execute(db);
  const [subject] = rows;
  return subject && (subject.phone !== "" || subject.email !== "") ? subject : undefined;
}

/** When something that a mail would be about began, as its listener hears of it. */
export async function appointmentMade(db: Db, { dealer_id, id }: MailKey): Promise<Date | undefined> {
  const row = db.selectFrom("appointments").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await row.where("status", "=", 0).select("created").executeTakeFirst())?.created;
}

/** The names of a location and its business, and the business's owners. */
export async function vendorOf(db: Db, { dealer_id, location_id }: LocationKey) {
  const { rows } = await sql<{ business: string; location: string; time_zone: string; owner_ids: number[] }>`
    select d.business_name as business, l.title as location, l.time_zone,
      (select coalesce(array_agg(u.id::float8), '{}') from users u where u.dealer_id = l.dealer_id and u.user_type = 'dealer'
        and u.is_active) as owner_ids
    from locations l join dealers d on d.id = l.dealer_id where l.dealer_id = ${dealer_id} and l.id = ${location_id}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("The location doesn't exist");
  return row;
}
