import { sql } from "kysely";
import type { PersonKey, Role } from "#core/people.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { setMemberLocations } from "#domains/locations/server/public.ts";

/** True while nobody on the platform signs in with this email. Needs a platform unit. */
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
