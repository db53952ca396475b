import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import type { TeamMember } from "../contract.ts";

/** The active people who belong to a location, the owner of the business among them, by name. */
export function membersOf(db: Db, { dealer_id, location_id }: LocationScope) {
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
