import { sql } from "kysely";
import type { PersonKey, Role } from "#core/people.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import type { SignInState } from "#core/server/identity.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { setMemberLocations } from "#domains/locations/server/public.ts";
import { absoluteSeconds, idleSeconds, pendingSeconds } from "../rules.ts";

/** A login with its person and the dealer's two-factor settings. */
export async function loginByEmail(db: Db, email: string) {
  return logins(db).where("logins.email", "=", email.toLowerCase()).executeTakeFirst();
}

/** The same, of a person. */
export async function loginByPerson(db: Db, { dealer_id, user_id }: PersonKey) {
  const own = logins(db).where("logins.dealer_id", "=", dealer_id).where("logins.user_id", "=", user_id);
  return own.executeTakeFirst();
}

function logins(db: Db) {
  return db
    .selectFrom("logins")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "logins.dealer_id").onRef("users.id", "=", "logins.user_id"),
    )
    .select(["logins.password_hash", "users.dealer_id", "users.id as user_id", "users.is_active"])
    .select(["users.first_name", "users.last_name", "users.email", "users.two_factor_number"])
    .select(sql<Role>`users.user_type`.as("role"))
    .innerJoin("dealers", "dealers.id", "users.dealer_id")
    .select(["dealers.enable_otp_parent", "dealers.enable_otp_team"]);
}

export interface NewSession {
  dealer_id: number;
  user_id: number;
  token_hash: Buffer;
  remember_me: 0 | 1;
  is_pending: boolean;
  ip: string;
  agent: string;
}

/** Starts a session; one that is not pending began with the right password. */
export async function insertSession(db: Db, { remember_me, ...session }: NewSession, now: Date): Promise<number> {
  const idle_seconds = idleSeconds(remember_me);
  const ends_at = new Date(now.getTime() + absoluteSeconds(remember_me) * 1000);
  const confirmed_at = session.is_pending ? null : now;
  const row = { ...session, idle_seconds, ends_at, confirmed_at, created_at: now, last_used_at: now };
  return (await db.insertInto("sessions").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function endSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ ended_at: now }).where("id", "=", id).where("ended_at", "is", null).execute();
}

/** Ends the pending state: from now on the token opens everything that the person may use. */
export async function promoteSession(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ is_pending: false, last_used_at: now, confirmed_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

interface PasswordUpdate {
  dealer_id: number;
  user_id: number;
  password_hash: string;
  must_change_password: boolean;
}

export async function setPassword(db: Db, { dealer_id, user_id, password_hash, must_change_password }: PasswordUpdate) {
  const login = db.updateTable("logins").set({ password_hash });
  await login.where("dealer_id", "=", dealer_id).where("user_id", "=", user_id).execute();
  const user = db.updateTable("users").set({ must_change_password });
  await user.where("dealer_id", "=", dealer_id).where("id", "=", user_id).execute();
}

/** Ends a person's sessions, pending ones included, except `keep`. Returns the ended ids. */
export async function endSessionsOf(
  db: Db,
  dealer_id: number,
  user_id: number,
  now: Date,
  keep = 0,
): Promise<number[]> {
  const ended = await db
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("id", "<>", keep)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return ended.map(({ id }) => id);
}

/** True for sessions that were neither ended nor unused for too long, nor have lasted too long. */
export const isUnexpired = (now: Date) =>
  sql<boolean>`sessions.ended_at is null and sessions.ends_at > ${now}::timestamptz
    and sessions.last_used_at > ${now}::timestamptz - make_interval(secs => sessions.idle_seconds)`;

const isAlive = (now: Date) =>
  sql<boolean>`users.is_active and ${isUnexpired(now)}
    and (not sessions.is_pending or sessions.created_at > ${now}::timestamptz - make_interval(secs => ${pendingSeconds}))`;

/** The locations that a person belongs to, lowest id first; the owner belongs to all. */
const locationIds = sql<number[]>`array(
  select locations.id::float8 from locations
  where locations.dealer_id = users.dealer_id and (users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = locations.id))
  order by locations.id)`;

/** The operator's current support access in this session. */
const hasSupportAccess = (now: Date) =>
  sql<boolean>`visits.session_id = sessions.id and visits.ended_at is null and visits.expires_at > ${now}
    and users.user_type = 'superadmin'`;

/** The live session of a token, with its person. One statement, because every request runs it. */
export async function sessionByToken(db: Db, token_hash: Buffer, now: Date, state: SignInState = "full") {
  const [row] = await selectSession(db, token_hash, now, state === "pending");
  return row;
}

const selectSession = builtOnce((db, token_hash: Buffer, now: Date, is_pending: boolean) =>
  sessionsWithUsers(db)
    .where("sessions.token_hash", "=", token_hash)
    .where("sessions.is_pending", "=", is_pending)
    .where(isAlive(now))
    .leftJoin("visits", (join) => join.on(hasSupportAccess(now)))
    .select(["visits.dealer_id as visited_dealer", "visits.location_id as visited_location", "visits.id as visit_id"])
    .select(["visits.reason as visit_reason", "visits.expires_at as visit_expires_at"])
    .select(["sessions.id as session_id", "sessions.last_used_at", "users.dealer_id", "users.id as user_id"])
    .select(["users.first_name", "users.last_name", "users.del_allowed", locationIds.as("location_ids")])
    .select("users.must_change_password")
    .select(sql<Role>`users.user_type`.as("role"))
    .modifyFront(preparedStatement),
);

function sessionsWithUsers(db: Db) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "sessions.dealer_id").onRef("users.id", "=", "sessions.user_id"),
    );
}

/** Marks a session as used. Callers throttle it to once a minute, so that reads rarely write. */
export async function touchSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: now }).where("id", "=", id).execute();
}

/** Filters session ids down to those that are alive. */
export async function aliveSessions(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await sessionsWithUsers(db)
    .where(sql<boolean>`sessions.id = any(${[...ids]})`)
    .where(isAlive(now))
    .select("sessions.id")
    .execute();
  return rows.map((row) => row.id);
}

/** The dealer, role and locations of a live session's person. */
export async function sessionHolder(db: Db, session_id: number, now: Date) {
  return sessionsWithUsers(db)
    .where("sessions.id", "=", session_id)
    .where("sessions.is_pending", "=", false)
    .where(isAlive(now))
    .select(["users.dealer_id", sql<Role>`users.user_type`.as("role"), locationIds.as("location_ids")])
    .executeTakeFirst();
}

/** The business and location that the operator has support access to. */
export async function supportAccessProfileRow(db: Db, dealer_id: number, location_id: number | null) {
  return db
    .selectFrom("dealers")
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "dealers.id").on("locations.id", "=", location_id),
    )
    .where("dealers.id", "=", dealer_id)
    .select(["dealers.id as dealer_id", "dealers.business_name", "dealers.trial_ends_at", "locations.time_zone"])
    .select(["dealers.email as company_email", "dealers.phone as company_phone", "dealers.address as company_address"])
    .select(["locations.id as location_id", "locations.title as location", "locations.address", "locations.address_2"])
    .select(["locations.city", "locations.state", "locations.postal_code"])
    .select((from) =>
      from
        .selectFrom("phone_numbers")
        .whereRef("phone_numbers.dealer_id", "=", "dealers.id")
        .where("phone_numbers.location_id", "=", location_id)
        .where("phone_numbers.kind", "=", "main")
        .select("number")
        .orderBy("created_at")
        .limit(1)
        .as("location_phone"),
    )
    .executeTakeFirst();
}

/** The person, the business, the acting location and its number. */
export async function profileRow(db: Db, dealer_id: number, user_id: number, location_id: number | null) {
  return db
    .selectFrom("users")
    .innerJoin("dealers", "dealers.id", "users.dealer_id")
    .leftJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "users.dealer_id").on("locations.id", "=", location_id),
    )
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", user_id)
    .select(["users.id", "users.first_name", "users.last_name", "users.email", "users.phone", "users.del_allowed"])
    .select("users.user_image")
    .select(["users.dealer_id", "dealers.business_name", "locations.id as location_id", "locations.title as location"])
    .select(["dealers.email as company_email", "dealers.phone as company_phone", "dealers.address as company_address"])
    .select(["dealers.trial_ends_at", "dealers.email_proved_at", "users.must_change_password"])
    .select(["locations.address", "locations.address_2", "locations.city", "locations.state", "locations.postal_code"])
    .select(["locations.time_zone", sql<Role>`users.user_type`.as("user_type")])
    .select((from) =>
      from
        .selectFrom("phone_numbers")
        .whereRef("phone_numbers.dealer_id", "=", "users.dealer_id")
        .where("phone_numbers.location_id", "=", location_id)
        .where("phone_numbers.kind", "=", "main")
        .select("number")
        .orderBy("created_at")
        .limit(1)
        .as("location_phone"),
    )
    .executeTakeFirst();
}

/** True while no account on the platform uses this email. Needs a platform unit. */
export async function isEmailAvailable(db: Db, email: string): Promise<boolean> {
  const taken = db.selectFrom("logins").where("email", "=", email.toLowerCase()).select("email");
  return (await taken.executeTakeFirst()) === undefined;
}

/** True for the unique violation of a concurrent write that took the same login email. */
export function isEmailTakenError(error: unknown): boolean {
  return ["logins_pkey", "users_dealer_id_email_key"].includes(violatedConstraint(error) ?? "");
}

/** Reads a person with their locations, locked until the transaction ends. */
export async function lockPerson(db: Db, { dealer_id, user_id }: PersonKey) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .select(["first_name", "last_name", "email", "phone", "user_image", "del_allowed", "is_active"])
    .select(sql<Role>`user_type`.as("user_type"))
    .select(
      sql<number[]>`array(select location_id::float8 from location_members as member
        where member.dealer_id = users.dealer_id and member.user_id = users.id order by 1)`.as("location_ids"),
    )
    .forUpdate()
    .executeTakeFirst();
}

export interface PersonChange {
  readonly first_name?: string;
  readonly last_name?: string;
  /** Also the login email. */
  readonly email?: string;
  readonly phone?: string;
  readonly user_type?: Role;
  readonly user_image?: string;
  readonly del_allowed?: 0 | 1;
  readonly location_ids?: readonly number[];
}

/** Updates only the fields that are present. Needs a platform unit: login emails are unique across dealers. */
export async function changePerson(db: Db, { dealer_id, user_id }: PersonKey, change: PersonChange): Promise<void> {
  const { location_ids, ...fields } = change;
  const row = { ...fields, ...(fields.email !== undefined && { email: fields.email.toLowerCase() }) };
  if (Object.keys(row).length > 0) {
    await db.updateTable("users").set(row).where("dealer_id", "=", dealer_id).where("id", "=", user_id).execute();
  }
  if (row.email !== undefined) {
    const login = db.updateTable("logins").set({ email: row.email }).where("dealer_id", "=", dealer_id);
    await login.where("user_id", "=", user_id).execute();
  }
  if (location_ids !== undefined) await setMemberLocations(db, { dealer_id, user_id }, location_ids);
}

export async function setActive(db: Db, { dealer_id, user_id }: PersonKey, is_active: boolean): Promise<void> {
  const user = db.updateTable("users").set({ is_active }).where("dealer_id", "=", dealer_id);
  await user.where("id", "=", user_id).execute();
}

/** The business behind a location, with its contact data and the location's time zone, for what customers read. */
export async function businessAt(db: Db, dealer_id: number, location_id: number) {
  return db
    .selectFrom("locations")
    .innerJoin("dealers", "dealers.id", "locations.dealer_id")
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.id", "=", location_id)
    .select(["locations.time_zone", "dealers.business_name", "dealers.phone", "dealers.email", "dealers.address"])
    .executeTakeFirst();
}

/* What else than their own account a session may see. Kept here because every request reads it with its session. */

/** Keeps one sign-in from starting two support accesses. */
export async function lockSession(db: Db, session_id: number) {
  const session = db.selectFrom("sessions").where("id", "=", session_id).where("ended_at", "is", null);
  return session.select("id").forUpdate().executeTakeFirst();
}

export interface NewSupportAccess {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly session_id: number;
  readonly visited_by: number;
  readonly visitor: string;
  readonly reason: string;
  readonly started_at: Date;
  readonly expires_at: Date;
}

/** Opens a client's account to a session. @returns the id of the access. */
export async function insertSupportAccess(db: Db, visit: NewSupportAccess): Promise<number> {
  return (await db.insertInto("visits").values(visit).returning("id").executeTakeFirstOrThrow()).id;
}

const endedColumns = ["dealer_id", "id", "visited_by"] as const;

/** Ends a sign-in's support access. @returns the ended ones. */
export async function endSessionSupportAccess(db: Db, session_id: number, now: Date) {
  return db
    .updateTable("visits")
    .set({ ended_at: sql<Date>`least(${now}::timestamptz, expires_at)` })
    .where("session_id", "=", session_id)
    .where("ended_at", "is", null)
    .returning(endedColumns)
    .execute();
}

/** Ends support access that has expired or whose session has ended. */
export async function endDueSupportAccess(db: Db, now: Date) {
  return db
    .updateTable("visits")
    .set((from) => ({
      ended_at: sql<Date>`least(visits.expires_at, coalesce(${from
        .selectFrom("sessions")
        .whereRef("sessions.id", "=", "visits.session_id")
        .select("sessions.ended_at")}, visits.expires_at))`,
    }))
    .where("ended_at", "is", null)
    .where((row) =>
      row.or([
        row("expires_at", "<=", now),
        row.exists(
          row
            .selectFrom("sessions")
            .whereRef("sessions.id", "=", "visits.session_id")
            .where("sessions.ended_at", "is not", null)
            .select("sessions.id"),
        ),
      ]),
    )
    .returning(endedColumns)
    .execute();
}
