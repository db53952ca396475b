import { sql } from "kysely";
import type { Role } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";

/** A login's row by its address, with the person behind it. */
export async function loginByEmail(db: Db, email: string) {
  return db
    .selectFrom("logins")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "logins.dealer_id").onRef("users.id", "=", "logins.user_id"),
    )
    .where("logins.email", "=", email.toLowerCase())
    .select(["logins.password_hash", "users.dealer_id", "users.id as user_id", "users.is_active"])
    .select(["users.first_name", "users.last_name", "users.user_type"])
    .executeTakeFirst();
}

export interface NewSession {
  dealer_id: number;
  user_id: number;
  token_hash: Buffer;
  idle_seconds: number;
  ip: string;
  agent: string;
}

export async function insertSession(db: Db, session: NewSession, now: Date): Promise<number> {
  const row = { ...session, created_at: now, last_used_at: now };
  return (await db.insertInto("sessions").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function endSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ ended_at: now }).where("id", "=", id).where("ended_at", "is", null).execute();
}

const alive = (now: Date) =>
  sql<boolean>`sessions.ended_at is null and users.is_active
    and sessions.last_used_at > ${now}::timestamptz - make_interval(secs => sessions.idle_seconds)`;

/** The locations that a person belongs to, lowest id first: the owner to all of the dealer's. */
const locationIds = sql<number[]>`array(
  select locations.id::float8 from locations
  where locations.dealer_id = users.dealer_id and (users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = locations.id))
  order by locations.id)`;

/** The live session behind a token, and its person. One statement: every request needs it. */
export async function sessionByToken(db: Db, token_hash: Buffer, now: Date) {
  const row = await sessionsWithUsers(db)
    .where("sessions.token_hash", "=", token_hash)
    .where("sessions.is_pending", "=", false)
    .where(alive(now))
    .select(["sessions.id as session_id", "sessions.last_used_at", "users.dealer_id", "users.id as user_id"])
    .select(["users.first_name", "users.last_name", "users.del_allowed", locationIds.as("location_ids")])
    .select(sql<Role>`users.user_type`.as("role"))
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

/** Notes that a session is in use. Asked for at most once a minute, so that reading stays reading. */
export async function touchSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: now }).where("id", "=", id).execute();
}

/** Of these sessions, the ones that are alive. */
export async function aliveSessions(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await sessionsWithUsers(db)
    .where(sql<boolean>`sessions.id = any(${[...ids]})`)
    .where(alive(now))
    .select("sessions.id")
    .execute();
  return rows.map((row) => row.id);
}

/** Whom a profile shows: the person, the business, the acting location and its number. */
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
    .select(["users.dealer_id", "dealers.business_name", "locations.id as location_id", "locations.title as location"])
    .select(["dealers.email as company_email", "dealers.phone as company_phone", "dealers.address as company_address"])
    .select(["locations.address", "locations.address_2", "locations.city", "locations.state", "locations.postal_code"])
    .select(["locations.time_zone", sql<Role>`users.user_type`.as("user_type")])
    .select((from) =>
      from
        .selectFrom("phone_numbers")
        .whereRef("phone_numbers.dealer_id", "=", "users.dealer_id")
        .where("phone_numbers.location_id", "=", location_id)
        .select("number")
        .orderBy("created_at")
        .limit(1)
        .as("location_phone"),
    )
    .executeTakeFirst();
}
