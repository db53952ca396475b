import { sql } from "kysely";
import type { PersonKey, Role } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isUnexpired } from "#domains/accounts/server/store.ts";

/** A person's settings with those of a location and of the business. */
export async function settingsRow(db: Db, { dealer_id, user_id }: PersonKey, location_id: number) {
  return db
    .selectFrom("users")
    .innerJoin("dealers", "dealers.id", "users.dealer_id")
    .innerJoin("locations", "locations.dealer_id", "users.dealer_id")
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", user_id)
    .where("locations.id", "=", location_id)
    .select(["users.first_name", "users.last_name", "users.email", "users.phone", "users.user_image"])
    .select(["users.two_factor_number", "dealers.enable_otp_parent", "dealers.enable_otp_team"])
    .select(["locations.address", "locations.address_2", "locations.city", "locations.state", "locations.postal_code"])
    .select(["locations.phone_no_request", "locations.crm_email"])
    .select(["locations.call_phone_no", "locations.notification_phone_no"])
    .select(sql<Role>`users.user_type`.as("user_type"))
    .executeTakeFirst();
}

interface OwnSettings {
  readonly first_name: string;
  readonly last_name: string;
  /** Storage key of the photo. */
  readonly user_image: string | null;
  readonly two_factor_number: string;
}

export async function updatePersonSettings(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  values: Partial<OwnSettings>,
): Promise<void> {
  await db.updateTable("users").set(values).where("dealer_id", "=", dealer_id).where("id", "=", user_id).execute();
}

interface OtpFlags {
  readonly enable_otp_parent: boolean;
  readonly enable_otp_team: boolean;
}

export async function updateDealerSettings(db: Db, dealer_id: number, values: Partial<OtpFlags>): Promise<OtpFlags> {
  const change = db.updateTable("dealers").set({ id: dealer_id, ...values });
  const changed = change.where("id", "=", dealer_id).returning(["enable_otp_parent", "enable_otp_team"]);
  return changed.executeTakeFirstOrThrow();
}

const isAlive = (now: Date) => sql<boolean>`not sessions.is_pending and ${isUnexpired(now)}`;

/** A person's live sessions, last used first. */
export async function liveSessions(db: Db, { dealer_id, user_id }: PersonKey, now: Date) {
  return db
    .selectFrom("sessions")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where(isAlive(now))
    .select(["id", "ip", "agent", "created_at", "last_used_at"])
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
}

/** Ends one of a person's own sessions; undefined when it is someone else's or already over. */
export async function endOwnSession(db: Db, { dealer_id, user_id }: PersonKey, id: number, now: Date) {
  return db
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where(isAlive(now))
    .returning("id")
    .executeTakeFirst();
}
