import { type RawBuilder, sql } from "kysely";
import type { RegistrationKind } from "#core/registration.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import type { RegistrationProblem } from "#ports/registration/registration.ts";
import type {
  OptInWay,
  ProfileDraft,
  RegistrationEvent,
  RegistrationFees,
  RegistrationState,
  SavedProfile,
} from "../contract.ts";

/** What a business says about itself, with the sealed tax number. */
export interface StoredProfile extends Omit<SavedProfile, "ein_problem"> {
  readonly ein_sealed: string | null;
  readonly saved_at: (Date & string) | null;
}

const profileColumns = [
  "legal_name",
  "brand_name",
  "ein_sealed",
  "ein_last4",
  "business_type",
  "ownership",
  "stock_exchange",
  "stock_ticker",
  "website",
  "email",
  "street",
  "city",
  "state",
  "zip",
  "first_name",
  "last_name",
  "representative_email",
  "phone",
  "job_title",
  "job_position",
  "message_flow",
  "description",
  "samples",
  "privacy_url",
  "terms_url",
  "website_checked",
  "version",
  "saved_at",
] as const;

/** What a business has filled in; undefined before the first time. @param lock until the transaction ends. */
export async function profileRow(db: Db, dealer_id: number, lock = false) {
  const query = db
    .selectFrom("carrier_profiles")
    .where("dealer_id", "=", dealer_id)
    .select(profileColumns)
    .select(sql<"low" | "mixed">`volume`.as("volume"))
    .select(sql<OptInWay[]>`opt_in_ways`.as("opt_in_ways"))
    .select(sql<0 | 1>`is_direct_lending`.as("is_direct_lending"))
    .select(sql<0 | 1>`is_age_gated`.as("is_age_gated"))
    .select(sql<SavedProfile["website_result"]>`website_result`.as("website_result"));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type CarrierProfileRow = NonNullable<Awaited<ReturnType<typeof profileRow>>>;

/** A business and its active owners, or the operators of the platform. */
const peopleOf = (db: Db, dealer_id: number, user_type: "dealer" | "superadmin") =>
  db
    .selectFrom("users")
    .innerJoin("dealers", "dealers.id", "users.dealer_id")
    .where("users.dealer_id", "=", dealer_id)
    .where("users.user_type", "=", user_type)
    .where("users.is_active", "=", true)
    .orderBy("users.id");

/** What is known of a business before it has filled in anything: its name, and its owner as the representative. */
export async function knownAnswers(db: Db, dealer_id: number) {
  return peopleOf(db, dealer_id, "dealer")
    .select(["dealers.business_name as brand_name", "users.first_name", "users.last_name", "users.phone"])
    .select("users.email as representative_email")
    .limit(1)
    .executeTakeFirst();
}

/** What is saved of a draft; without `ein` the tax number stays as it is. */
export type ProfileChange = Omit<ProfileDraft, "version" | "ein"> & {
  readonly ein?: { readonly sealed: string; readonly last4: string };
};

/** Saves a draft. The row was locked, or isn't there. */
export async function saveProfile(
  db: Db,
  dealer_id: number,
  { ein, ...fields }: ProfileChange,
  { saved_at, saved_by }: { readonly saved_at: Date; readonly saved_by: number },
): Promise<void> {
  const row = {
    ...fields,
    opt_in_ways: [...fields.opt_in_ways],
    ...(ein && { ein_sealed: ein.sealed, ein_last4: ein.last4 }),
    saved_at,
    saved_by,
  };
  await db
    .insertInto("carrier_profiles")
    .values({ dealer_id, ...row })
    .onConflict((conflict) =>
      conflict.column("dealer_id").doUpdateSet({ ...row, version: sql`carrier_profiles.version + 1` }),
    )
    .execute();
}

/** Keeps what a look at the website found, if it is still the business's. */
export async function saveWebsiteCheck(
  db: Db,
  dealer_id: number,
  { website, result }: { readonly website: string; readonly result: SavedProfile["website_result"] },
): Promise<void> {
  await db
    .updateTable("carrier_profiles")
    .set({ website_checked: website, website_result: result })
    .where("dealer_id", "=", dealer_id)
    .execute();
}

export interface RegistrationKey {
  readonly dealer_id: number;
  readonly registration_id: number;
}

/** The name that the carrier knows a registration by. */
export const referenceOf = ({ dealer_id, registration_id }: RegistrationKey): string =>
  `rooftop-${dealer_id}-${registration_id}`;

const registrations = (db: Db, dealer_id: number) =>
  db
    .selectFrom("carrier_registrations")
    .where("dealer_id", "=", dealer_id)
    .select(["id", "number", "round", "facts_sealed", "may_resubmit", "daily_segments", "submitted_at", "decided_at"])
    .select(["looked_at", "look_at", "looks", "looked"])
    .select(sql<RegistrationKind>`kind`.as("kind"))
    .select(sql<RegistrationState>`state`.as("state"))
    .select(sql<RegistrationProblem[]>`problems`.as("problems"));

/** The registrations of a business: at most one of each kind and toll-free number. */
export const registrationsOf = (db: Db, dealer_id: number) => registrations(db, dealer_id).orderBy("id").execute();

export type RegistrationRow = Awaited<ReturnType<typeof registrationsOf>>[number];

/** One of them, locked until the transaction ends. */
export const lockRegistration = (db: Db, { dealer_id, registration_id }: RegistrationKey) =>
  registrations(db, dealer_id).where("id", "=", registration_id).forUpdate().executeTakeFirst();

export interface NewRegistration {
  readonly dealer_id: number;
  readonly kind: RegistrationKind;
  readonly number: string;
  readonly state: RegistrationState;
  readonly facts_sealed: string;
  readonly submitted_at: Date;
  readonly submitted_by: number | null;
  readonly look_at: Date | null;
}

/** @returns undefined when there is one of this kind and number already. */
export async function insertRegistration(db: Db, row: NewRegistration): Promise<number | undefined> {
  const added = await db
    .insertInto("carrier_registrations")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

export interface RegistrationChange {
  readonly state?: RegistrationState;
  readonly round?: number;
  readonly facts_sealed?: string;
  readonly problems?: readonly RegistrationProblem[];
  readonly may_resubmit?: boolean;
  readonly daily_segments?: number | null;
  readonly submitted_at?: Date;
  readonly submitted_by?: number | null;
  readonly decided_at?: Date | null;
  readonly looked_at?: Date;
  readonly look_at?: Date | RawBuilder<Date> | null;
  readonly noticed_at?: Date | null;
  readonly looked?: string[];
  readonly looks?: number;
}

/** @returns when the carrier is asked next. */
export async function updateRegistration(
  db: Db,
  { dealer_id, registration_id }: RegistrationKey,
  { problems, ...change }: RegistrationChange,
): Promise<Date | undefined> {
  const row = await db
    .updateTable("carrier_registrations")
    .set({ ...change, ...(problems && { problems: JSON.stringify(problems) }) })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", registration_id)
    .returning("look_at")
    .executeTakeFirst();
  return row?.look_at ?? undefined;
}

/** The time of a next look, or now where a notice came since the last one began. */
export const atOnceIfNoticed = (look_at: Date, now: Date) =>
  sql<Date>`case when noticed_at is null then ${look_at}::timestamptz else ${now}::timestamptz end`;

/** A step at the carrier's. */
export interface StepRow {
  readonly registration_id: number;
  readonly round: number;
  readonly step: string;
  readonly state: "intended" | "done";
  readonly sid: string;
  readonly attempts: number;
  readonly searches: number;
  readonly began_at: Date;
}

/** The steps of a business's registrations, earlier rounds first. */
export async function stepsOf(db: Db, dealer_id: number): Promise<StepRow[]> {
  return db
    .selectFrom("carrier_registration_steps")
    .where("dealer_id", "=", dealer_id)
    .orderBy("round")
    .orderBy("began_at")
    .select(["registration_id", "round", "step", "sid", "attempts", "searches", "began_at"])
    .select(sql<"intended" | "done">`state`.as("state"))
    .execute();
}

export interface StepKey extends RegistrationKey {
  readonly round: number;
  readonly step: string;
}

/** Records that a step is about to be taken. */
export async function insertStep(db: Db, key: StepKey, began_at: Date): Promise<void> {
  const row = { ...key, state: "intended", began_at };
  await db.insertInto("carrier_registration_steps").values(row).execute();
}

const stepOf = (db: Db, { dealer_id, registration_id, round, step }: StepKey) =>
  db
    .updateTable("carrier_registration_steps")
    .where("dealer_id", "=", dealer_id)
    .where("registration_id", "=", registration_id)
    .where("round", "=", round)
    .where("step", "=", step)
    .where("state", "=", "intended");

/** Ends an intended step with what the carrier calls its result. @returns false when it has ended already. */
export async function endStep(db: Db, key: StepKey, sid: string, done_at: Date): Promise<boolean> {
  const row = await stepOf(db, key).set({ state: "done", sid, done_at }).returning("step").executeTakeFirst();
  return row !== undefined;
}

/** Counts how often an intended step was taken, and how often its answer was looked for in vain. */
export async function changeStep(
  db: Db,
  key: StepKey,
  change: { readonly attempts?: number; readonly searches: number },
): Promise<void> {
  await stepOf(db, key).set(change).execute();
}

/** Forgets a step that provably wasn't taken. */
export async function deleteIntendedStep(db: Db, key: StepKey): Promise<void> {
  await db
    .deleteFrom("carrier_registration_steps")
    .where("dealer_id", "=", key.dealer_id)
    .where("registration_id", "=", key.registration_id)
    .where("round", "=", key.round)
    .where("step", "=", key.step)
    .where("state", "=", "intended")
    .execute();
}

/** The registration that something at the carrier belongs to. Needs a unit of the platform. */
export async function registrationOfSid(db: Db, sid: string): Promise<RegistrationKey | undefined> {
  return db
    .selectFrom("carrier_registration_steps")
    .where("sid", "=", sid)
    .select(["dealer_id", "registration_id"])
    .limit(1)
    .executeTakeFirst();
}

/** Registrations that are due to be looked at, longest waiting first. Needs a unit of the platform. */
export async function dueRegistrations(db: Db, now: Date): Promise<RegistrationKey[]> {
  return db
    .selectFrom("carrier_registrations")
    .where("look_at", "<=", now)
    .orderBy("look_at")
    .limit(500)
    .select(["dealer_id", "id as registration_id"])
    .execute();
}

export interface NewEvent {
  readonly dealer_id: number;
  readonly kind: RegistrationKind | "number";
  readonly what: string;
  readonly number?: string;
  readonly user_id?: number | null;
  readonly problems?: readonly RegistrationProblem[];
  readonly fee_cents?: number;
}

export async function insertRegistrationEvent(db: Db, { problems = [], ...event }: NewEvent, at: Date): Promise<void> {
  const row = { ...event, problems: JSON.stringify(problems), at };
  await db.insertInto("carrier_registration_events").values(row).execute();
}

/** What happened to a business's registrations, newest first. */
export async function eventsOf(db: Db, dealer_id: number) {
  const rows = await db
    .selectFrom("carrier_registration_events as event")
    // A person of the business, or for the operator's eyes the operator.
    .leftJoin("users", (join) =>
      join.on("users.dealer_id", "in", [dealer_id, 0]).onRef("users.id", "=", "event.user_id"),
    )
    .where("event.dealer_id", "=", dealer_id)
    .orderBy("event.id", "desc")
    .limit(200)
    .select(["event.id", "event.at", "event.number", "event.fee_cents", "event.user_id"])
    .select(sql<RegistrationEvent["kind"]>`event.kind`.as("kind"))
    .select(sql<RegistrationEvent["what"]>`event.what`.as("what"))
    .select(sql<RegistrationProblem[]>`event.problems`.as("problems"))
    .select(sql<string>`trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, ''))`.as("name"))
    .execute();
  return rows;
}

/** What registrations cost, and what unregistered numbers may do. */
export async function registrationTerms(db: Db) {
  return db
    .selectFrom("registration_terms")
    .select(["business_cents", "campaign_cents", "monthly_cents", "toll_free_cents", "resubmit_cents"])
    .select(["daily_segments", sql<0 | 1>`blocks_replies`.as("blocks_replies")])
    .executeTakeFirstOrThrow();
}

export type RegistrationTerms = RegistrationFees & { readonly blocks_replies: 0 | 1; readonly daily_segments: number };

/**
 * Takes the next moment at which a request may leave, over all businesses and nodes. Needs a unit of the platform.
 *
 * @returns false when another one left less than `pause` milliseconds ago.
 */
export async function takeRequestSlot(db: Db, now: Date, pause: number): Promise<boolean> {
  const taken = await db
    .updateTable("registration_terms")
    .set({ next_request_at: new Date(now.getTime() + pause) })
    .where((eb) =>
      eb.or([eb("next_request_at", "<=", now), eb("next_request_at", ">", new Date(now.getTime() + 60_000))]),
    )
    .returning("is_only")
    .executeTakeFirst();
  return taken !== undefined;
}

/** The business's locations by id. */
export async function locationTitles(db: Db, dealer_id: number): Promise<Map<number, string>> {
  const locations = db.selectFrom("locations").where("dealer_id", "=", dealer_id).orderBy("id");
  const rows = await locations.select(["id", "title"]).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Who is told of a change: the owners, or of the platform's own registration the operators, with the business's name. */
export async function ownersOf(db: Db, dealer_id: number) {
  return peopleOf(db, dealer_id, dealer_id === platformDealer ? "superadmin" : "dealer")
    .select(["users.id", "users.first_name", "users.email", "dealers.business_name"])
    .execute();
}

/** Templates of a business for texts, the ones used last first, as samples of what it sends. */
export async function someTemplates(db: Db, dealer_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("text_templates")
    .where("dealer_id", "=", dealer_id)
    .orderBy("id", "desc")
    .limit(20)
    .select("template")
    .execute();
  return rows.map(({ template }) => template);
}
