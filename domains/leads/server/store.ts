import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import type { LeadInquiry, MoveReason } from "../contract.ts";
import type { LeadKind, LeadOutcome, LeadVehicle, StageKind, StageTrigger } from "../fields.ts";
import { type InquiryIdentity, type Stage, valueOfLead, wantedFirst } from "../rules.ts";

/** The business's stages in their order. */
export async function stagesOf(db: Db, dealer_id: number): Promise<Stage[]> {
  const rows = await db
    .selectFrom("lead_stages")
    .where("dealer_id", "=", dealer_id)
    .where("removed_at", "is", null)
    .select(["id", "name", "position"])
    .select([sql<StageKind>`kind`.as("kind"), sql<"" | StageTrigger>`reached_by`.as("reached_by")])
    .select(sql<Stage["counts_as"]>`counts_as`.as("counts_as"))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows;
}

/** The same, kept from being removed until the transaction ends: for whoever moves a lead. */
export async function heldStages(db: Db, dealer_id: number): Promise<Stage[]> {
  await sql`select from lead_stages where dealer_id = ${dealer_id} order by id for share`.execute(db);
  return stagesOf(db, dealer_id);
}

/** Keeps two changes of a business's stages from crossing each other, and leads out of a stage that is removed meanwhile. */
export async function lockStages(db: Db, dealer_id: number): Promise<void> {
  await sql`select from lead_stages where dealer_id = ${dealer_id} order by id for update`.execute(db);
}

export interface SavedStage extends Omit<Stage, "id"> {
  readonly id: number | undefined;
}

/** Saves the stages as they are; those whose id isn't among them stay. */
export async function saveStages(db: Db, dealer_id: number, stages: readonly SavedStage[]): Promise<void> {
  const kept = stages.flatMap(({ id, ...stage }) => (id === undefined ? [] : [{ id, ...stage }]));
  // Names and events may change places, which their indexes check row by row.
  await sql`update lead_stages set name = id::text, reached_by = '' where dealer_id = ${dealer_id}
    and id = any(${kept.map(({ id }) => id)}::bigint[])`.execute(db);
  for (const { id, ...stage } of kept) {
    await db.updateTable("lead_stages").set(stage).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
  }
  const added = stages.flatMap(({ id, ...stage }) => (id === undefined ? [{ dealer_id, ...stage }] : []));
  if (added.length > 0) await db.insertInto("lead_stages").values(added).execute();
}

/** Moves a removed stage's leads to another of its kind, at every location, and removes it. */
export async function removeStage(
  db: Db,
  dealer_id: number,
  { from, to, now, by }: { readonly from: number; readonly to: number; readonly now: Date; readonly by: number },
): Promise<void> {
  await sql`with moved as (
      update leads set stage_id = ${to} where dealer_id = ${dealer_id} and stage_id = ${from}
        returning id, location_id, deleted_at)
    insert into lead_moves (dealer_id, location_id, lead_id, at, reason, by, from_stage_id, to_stage_id)
      select ${dealer_id}, location_id, id, ${now}, 'stage_removed', ${by}, ${from}, ${to} from moved
      where deleted_at is null`.execute(db);
  const stage = db.updateTable("lead_stages").set({ removed_at: now, reached_by: "" });
  await stage.where("dealer_id", "=", dealer_id).where("id", "=", from).execute();
}

/** How many leads are in each of these stages, at every location. */
export async function countInStages(db: Db, dealer_id: number, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ stage_id: number; count: number }>`select stage_id, count(*)::int as count from leads
    where dealer_id = ${dealer_id} and stage_id = any(${[...ids]}::bigint[]) and deleted_at is null group by stage_id`.execute(
    db,
  );
  return new Map(rows.map(({ stage_id, count }) => [stage_id, count]));
}

/** The business's locations, all of which hear of changed stages. */
export async function locationsOf(db: Db, dealer_id: number): Promise<number[]> {
  const rows = await db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id").execute();
  return rows.map(({ id }) => id);
}

/** `due`: to be assigned; `waiting`: until somebody is on shift and has room. */
type AssignmentState = "" | "due" | "waiting";

/** What a clock is of that doesn't run. */
export const noClock = { answer_due_at: null, answer_from: null, answer_rule_id: null, answer_warned: 0 } as const;
/** The same in a statement about many. */
export const noClockSql = sql`answer_due_at = null, answer_from = null, answer_rule_id = null, answer_warned = 0`;

/** Locks a lead of the acting location until the end of the transaction. */
export async function lockLead(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("leads")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "dealer_id", "location_id", "customer_id", "stage_id", "owner_id", "received_at", "closed_at"])
    .select(["first_name", "last_name", "email", "phone", "source", "first_response_at", "lost_reason", "created_by"])
    .select(["answer_due_at", "answer_from", "answer_rule_id", "answer_warned", "offers", "upload_id"])
    .select([sql<LeadKind>`kind`.as("kind"), sql<AssignmentState>`assignment`.as("assignment")])
    .select([sql<LeadOutcome | "">`outcome`.as("outcome"), sql<number | null>`sale_price::float8`.as("sale_price")])
    .forUpdate()
    .executeTakeFirst();
}

export type LockedLead = NonNullable<Awaited<ReturnType<typeof lockLead>>>;

interface LeadChange {
  readonly kind?: LeadKind;
  readonly source?: string;
  readonly stage_id?: number;
  readonly owner_id?: number | null;
  readonly closed_at?: Date | null;
  readonly outcome?: LeadOutcome | "";
  readonly lost_reason?: string;
  readonly is_orphan?: 0 | 1;
  readonly inquired_at?: Date;
  readonly awaits_answer?: 1;
  readonly deleted_at?: Date;
  readonly first_response_at?: Date | null;
  readonly first_response_by?: number | null;
  readonly response_business_seconds?: number | null;
  readonly assignment?: AssignmentState;
  readonly answer_due_at?: Date | null;
  readonly answer_from?: Date | null;
  readonly answer_rule_id?: number | null;
  readonly answer_warned?: 0 | 1;
  readonly offers?: number;
  readonly value?: number;
  readonly sale_price?: number | null;
}

/** Changes a lead that the caller has locked. */
export async function changeLead(
  db: Db,
  { dealer_id, id }: { readonly dealer_id: number; readonly id: number },
  change: LeadChange,
): Promise<void> {
  await db
    .updateTable("leads")
    .set({ ...change, is_touched: 1 })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

export interface NewMove {
  readonly reason: MoveReason;
  /** Null: by the system. */
  readonly by: number | null;
  readonly from_stage_id?: number | null;
  readonly to_stage_id?: number | null;
  readonly from_owner_id?: number | null;
  readonly to_owner_id?: number | null;
  readonly unanswered_minutes?: number | null;
  readonly sale_price?: number | null;
}

/** Adds to a lead's history. */
export async function insertMove(
  db: Db,
  { dealer_id, location_id, id: lead_id }: LocationKey & { readonly id: number },
  at: Date,
  move: NewMove,
): Promise<void> {
  await db
    .insertInto("lead_moves")
    .values({ dealer_id, location_id, lead_id, at, ...move })
    .execute();
}

/** Whether the location's leads are assigned by rules. */
export async function hasRules(db: Db, { dealer_id, location_id }: LocationKey): Promise<boolean> {
  const { rows } = await sql`select from lead_rules where dealer_id = ${dealer_id} and location_id = ${location_id}
    and is_on = 1 limit 1`.execute(db);
  return rows.length > 0;
}

/** The wanted vehicles of a lead, those that somebody brings after them. */
export async function vehiclesOf(db: Db, { dealer_id, id }: { readonly dealer_id: number; readonly id: number }) {
  const { rows } = await sql<LeadVehicle>`select interest, status, year, make, model, "trim" from lead_vehicles
    where dealer_id = ${dealer_id} and lead_id = ${id} order by position`.execute(db);
  return wantedFirst(rows);
}

/** Leads of a location come in one after the other, so that two deliveries of one inquiry find each other. */
export async function lockReceiving(db: Db, { dealer_id, location_id }: LocationKey): Promise<void> {
  await lockByName(db, `leads ${dealer_id} ${location_id}`);
}

/** What a delivery became the last time; undefined for a new one. */
export async function findDelivery(db: Db, { dealer_id, location_id }: LocationKey, delivery: string) {
  return db
    .selectFrom("lead_inquiries")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("delivery", "=", delivery)
    .select(["lead_id", "repetition", "received_at"])
    .orderBy("repetition", "desc")
    .executeTakeFirst();
}

/** The vehicles of a lead `l`, in their order. */
export const vehiclesSql = sql`(select coalesce(jsonb_agg(to_jsonb(v) order by v.position), '[]') from lead_vehicles v
  where v.dealer_id = l.dealer_id and v.lead_id = l.id)`;

/** A customer with all who were merged into them. */
export const sameCustomerSql = (
  dealer_id: number,
  customer_id: number | null,
) => sql`(select same.id from customers same
  where same.dealer_id = ${dealer_id} and (same.id = ${customer_id} or same.merged_into = ${customer_id}))`;

/** An open lead that an inquiry may join. */
export interface OpenLead extends InquiryIdentity {
  readonly id: number;
  /** After a merge, the survivor. */
  readonly customer_id: number | null;
}

/** The newest open leads with the inquiry's phone, email or provider's id, those asked about since `since` first. */
export async function openLeadsLike(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  {
    phone,
    email,
    provider_id,
    customer_id,
    since,
  }: Omit<InquiryIdentity, "vehicles"> & {
    readonly customer_id: number | null;
    readonly since: Date;
  },
): Promise<OpenLead[]> {
  const here = sql`dealer_id = ${dealer_id} and location_id = ${location_id}`;
  const { rows } = await sql<OpenLead>`with ids as (
      select id from leads where ${here} and phone = ${phone} and phone <> ''
      union select id from leads where ${here} and lower(email) = lower(${email}) and email <> ''
      union select id from leads where dealer_id = ${dealer_id} and customer_id in ${sameCustomerSql(dealer_id, customer_id)}
      union select lead_id from lead_inquiries where ${here} and provider_id = ${provider_id} and provider_id <> '')
    select l.id, (select ${survivorSql("k")} from customers k where k.dealer_id = l.dealer_id
        and k.id = l.customer_id) as customer_id, l.phone, l.email, coalesce((select i.provider_id from lead_inquiries i where i.dealer_id = l.dealer_id
        and i.lead_id = l.id and i.provider_id = ${provider_id} limit 1), '') as provider_id,
      ${vehiclesSql} as vehicles
    from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.id in (select id from ids)
      and l.closed_at is null and l.deleted_at is null and l.inquired_at > ${since}
    order by l.inquired_at desc, l.id desc limit 20`.execute(db);
  return rows;
}

export interface NewLead extends LocationKey {
  readonly customer_id: number | null;
  readonly kind: LeadKind;
  readonly stage_id: number;
  readonly owner_id: number | null;
  readonly source: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly received_at: Date;
  readonly created_by: number | null;
  readonly assignment: AssignmentState;
}

export async function insertLead(db: Db, lead: NewLead): Promise<number> {
  const row = db.insertInto("leads").values({ ...lead, inquired_at: lead.received_at });
  return (await row.returning("id").executeTakeFirstOrThrow()).id;
}

/** Puts these vehicles in the place of a lead's, and what the first wanted one costs. */
export async function replaceVehicles(
  db: Db,
  { dealer_id, location_id, id: lead_id }: LocationKey & { readonly id: number },
  vehicles: readonly LeadVehicle[],
): Promise<void> {
  await db.deleteFrom("lead_vehicles").where("dealer_id", "=", dealer_id).where("lead_id", "=", lead_id).execute();
  const rows = vehicles.map((vehicle, position) => ({ dealer_id, location_id, lead_id, position, ...vehicle }));
  if (rows.length > 0) await db.insertInto("lead_vehicles").values(rows).execute();
  await changeLead(db, { dealer_id, id: lead_id }, { value: valueOfLead(vehicles) });
}

export interface NewInquiry extends LocationKey, Pick<LeadInquiry, "came_by" | "read_by" | "provider" | "subject"> {
  readonly lead_id: number;
  readonly delivery: string;
  readonly repetition: number;
  readonly provider_id: string;
  readonly sender: string;
  readonly comments: string;
  readonly agreed_words: string;
  readonly received_at: Date;
  readonly requested_at: Date | null;
  readonly raw_sealed: string | null;
}

export async function insertInquiry(db: Db, inquiry: NewInquiry): Promise<void> {
  await db.insertInto("lead_inquiries").values(inquiry).execute();
}

/** Empties what came in longer ago. */
export async function forgetRaw(db: Db, before: Date): Promise<void> {
  const old = db.updateTable("lead_inquiries").set({ raw_sealed: null }).where("raw_sealed", "is not", null);
  await old.where("received_at", "<", before).execute();
}

/** The latest leads that were answered, and whose wait isn't known. */
export async function unmeasuredLeads(db: Db, limit: number) {
  const { rows } = await sql<LocationKey & { id: number; received_at: Date; first_response_at: Date }>`
    select dealer_id, location_id, id, received_at, first_response_at from leads
    where first_response_at is not null and response_business_seconds is null and upload_id is null order by received_at desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Gives a member's open leads to another, at some locations or all. @returns the location of each. */
export async function reassignLeads(
  db: Db,
  { dealer_id, from, to, location_ids }: HandOverRequest,
  now: Date,
): Promise<{ dealer_id: number; location_id: number }[]> {
  const here = location_ids ? sql`and location_id = any(${[...location_ids]}::bigint[])` : sql``;
  const { rows } = await sql<{ dealer_id: number; location_id: number }>`with moved as (
      update leads set owner_id = ${to}, ${noClockSql} where dealer_id = ${dealer_id} and owner_id = ${from} and closed_at is null
        and deleted_at is null ${here} returning id, location_id)
    insert into lead_moves (dealer_id, location_id, lead_id, at, reason, from_owner_id, to_owner_id)
      select ${dealer_id}, location_id, id, ${now}, 'left', ${from}, ${to} from moved
      returning dealer_id, location_id`.execute(db);
  return rows;
}
