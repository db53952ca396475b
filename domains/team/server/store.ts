import { sql } from "kysely";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isEmailAvailable } from "#domains/accounts/server/public.ts";
import type { Member, TeamMember } from "../contract.ts";

/** The active people of a location, the owner included, by name. */
export function membersOf(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("users")
    .where("users.dealer_id", "=", dealer_id)
    .where("users.is_active", "=", true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("users.user_type", "=", "dealer"),
        exists(
          selectFrom("location_members as member")
            .where("member.dealer_id", "=", dealer_id)
            .where("member.location_id", "=", location_id)
            .whereRef("member.user_id", "=", "users.id")
            .select("member.user_id"),
        ),
      ]),
    )
    .select(["users.id", "users.first_name", "users.last_name", "users.email", "users.user_image"])
    .select(sql<TeamMember["user_type"]>`users.user_type`.as("user_type"))
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id");
}

const memberLocations = sql<Member["locations"]>`(
  select coalesce(json_agg(json_build_object('id', place.id, 'title', place.title) order by place.title, place.id), '[]')
  from locations as place
  where place.dealer_id = users.dealer_id and (users.user_type = 'dealer' or exists (
    select from location_members as member
    where member.dealer_id = users.dealer_id and member.user_id = users.id and member.location_id = place.id)))`;

/** When each person of a business last used the product. Needs a platform unit. */
export async function lastSeenByUser(db: Db, dealer_id: number): Promise<ReadonlyMap<number, Date>> {
  const lastUses = db
    .selectFrom("sessions")
    .where("dealer_id", "=", dealer_id)
    .where("is_pending", "=", false)
    .groupBy("user_id")
    .select(["user_id", ({ fn }) => fn.max("last_used_at").as("at")]);
  return new Map((await lastUses.execute()).map(({ user_id, at }) => [user_id, at]));
}

/** Everyone of a business: the owner first, deactivated people last. */
export function wholeTeam(db: Db, dealer_id: number) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .select(["id", "first_name", "last_name", "email", "phone", "country_code", "user_image", "is_active"])
    .select(["must_change_password", memberLocations.as("locations")])
    .select(sql<Member["user_type"]>`user_type`.as("user_type"))
    .select(sql<0 | 1>`case when user_type = 'dealer' then 1 else del_allowed end`.as("del_allowed"))
    .orderBy("is_active", "desc")
    .orderBy(sql`user_type <> 'dealer'`)
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("id");
}

/** Filters location ids down to the business's own. */
async function ownLocationIds(db: Db, dealer_id: number, ids: readonly number[]): Promise<number[]> {
  const own = db.selectFrom("locations").where("dealer_id", "=", dealer_id);
  return (
    await own
      .where(sql<boolean>`id = any(${[...ids]})`)
      .select("id")
      .execute()
  ).map(({ id }) => id);
}

/** The person of this business with this email, active or not. */
async function memberByEmail(db: Db, dealer_id: number, email: string) {
  const member = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("email", "=", email);
  return member.select(["first_name", "last_name", "is_active"]).executeTakeFirst();
}

/** Returns the distinct ids if all locations are the business's own; throws `absent` otherwise. */
export async function requireOwnLocations(db: Db, dealer_id: number, ids: readonly number[]): Promise<number[]> {
  const own = await ownLocationIds(db, dealer_id, ids);
  return orNotFound(own.length === new Set(ids).size ? own : undefined);
}

export const emailTaken = () => invalidField("email", "This email is already registered");

/**
 * Login emails are unique across the platform.
 *
 * @throws Failure `invalid` at `email` when it is taken.
 */
export async function assertEmailAvailable(db: Db, dealer_id: number, email: string): Promise<void> {
  if (await isEmailAvailable(db, email)) return;
  const member = await memberByEmail(db, dealer_id, email.toLowerCase());
  if (!member || member.is_active) throw emailTaken();
  const name = `${member.first_name} ${member.last_name}`;
  throw invalidField("email", `This email belongs to ${name}, who was deleted. Use “Reactivate” to bring them back`);
}
