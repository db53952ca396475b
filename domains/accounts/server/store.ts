import { sql } from "kysely";
import type { PersonKey, Role } from "#core/people.ts";
import type { SignInState } from "#core/server/identity.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
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
  const row = await sessionsWithUsers(db)
    .where("sessions.token_hash", "=", token_hash)
    .where("sessions.is_pending", "=", state === "pending")
    .where(isAlive(now))
    .leftJoin("visits", (join) => join.on(hasSupportAccess(now)))
    .select(["visits.dealer_id as visited_dealer", "visits.location_id as visited_location", "visits.id as visit_id"])
    .select(["visits.reason as visit_reason", "visits.expires_at as visit_expires_at"])
    .select(["sessions.id as session_id", "sessions.last_used_at", "users.dealer_id", "users.id as user_id"])
    .select(["users.first_name", "users.last_name", "users.del_allowed", locationIds.as("location_ids")])
    .select("users.must_change_password")
    .select(sql<Role>`users.user_type`.as("role"))
    .modifyFront(preparedStatement)
    .executeTakeFirst();
  return row;
}

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
