import { sql } from "kysely";
import type { PersonKey, Role } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** The person who reads locations. */
export interface MemberIdentity extends PersonKey {
  readonly role: Role;
}

// Review requests don't exist yet, so there are no figures.
const zero = sql<number>`0`;

/** The locations that a person belongs to; the owner belongs to all. */
export function locationRows(db: Db, { dealer_id, user_id, role }: MemberIdentity) {
  const all = db
    .selectFrom("locations")
    .where("locations.dealer_id", "=", dealer_id)
    .select(["locations.id", "locations.title", "locations.address", "locations.address_2", "locations.city"])
    .select(["locations.state", "locations.postal_code", "locations.time_zone"])
    .select([zero.as("rate"), zero.as("count_reviews"), zero.as("invite_sends"), zero.as("invite_clicked")])
    .select([zero.as("monthly_goals"), zero.as("monthly_goals_received")]);
  if (role === "dealer") return all;
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("location_members as member")
        .where("member.dealer_id", "=", dealer_id)
        .where("member.user_id", "=", user_id)
        .whereRef("member.location_id", "=", "locations.id")
        .select("member.user_id"),
    ),
  );
}

/** True if the person belongs to the location; the owner belongs to all. */
export async function belongsTo(db: Db, member: MemberIdentity, id: number): Promise<boolean> {
  return (await locationRows(db, member).where("locations.id", "=", id).executeTakeFirst()) !== undefined;
}

/** A location's title and time zone. */
export async function locationById(db: Db, dealer_id: number, id: number) {
  const locations = db.selectFrom("locations").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return locations.select(["id", "title", "time_zone", "call_phone_no"]).executeTakeFirst();
}

/** The locations that a person belongs to, by title. */
export async function locationsOfMember(db: Db, member: MemberIdentity) {
  const rows = await locationRows(db, member).orderBy("title").orderBy("id").execute();
  return rows.map(({ id, title, time_zone }) => ({ id, title, time_zone }));
}

export interface NewLocation {
  readonly dealer_id: number;
  readonly title: string;
  readonly address: string;
  readonly address_2: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly time_zone: string;
}

export async function insertLocation(db: Db, location: NewLocation): Promise<number> {
  return (await db.insertInto("locations").values(location).returning("id").executeTakeFirstOrThrow()).id;
}

export async function updateLocation(
  db: Db,
  dealer_id: number,
  id: number,
  values: Omit<NewLocation, "dealer_id">,
): Promise<void> {
  const location = db.updateTable("locations").where("dealer_id", "=", dealer_id).where("id", "=", id);
  await location.set(values).execute();
}

/** True when a location, other than the one with `except`, has this title. */
export async function hasTitle(db: Db, dealer_id: number, title: string, except = 0): Promise<boolean> {
  const row = await db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where("id", "<>", except)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function timeZoneOfLocation(db: Db, dealer_id: number, id: number): Promise<string> {
  const row = db.selectFrom("locations").where("dealer_id", "=", dealer_id).where("id", "=", id).select("time_zone");
  return (await row.executeTakeFirstOrThrow()).time_zone;
}
