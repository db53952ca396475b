import { sql } from "kysely";
import type { LocationKey, PersonKey, Role } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** The person who reads locations. */
export interface MemberIdentity extends PersonKey {
  readonly role: Role;
}

/** The locations that a person belongs to; the owner belongs to all. */
function locationsOf(db: Db, { dealer_id, user_id, role }: MemberIdentity) {
  const all = db.selectFrom("locations").where("locations.dealer_id", "=", dealer_id);
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

/** Staff marked the invite as reviewed, and no review of it is on record. */
const isMarkAlone = sql`not exists (select from reviews r
    where r.dealer_id = invite.dealer_id and r.invite_id = invite.id)`;

/**
 * The locations that a person belongs to, with their review figures.
 *
 * @param db of the whole business: a unit at one location sees the invites of that one alone.
 */
export function locationRows(db: Db, member: MemberIdentity, now: Date) {
  const monthStart = sql<Date>`date_trunc('month', ${now}::timestamptz at time zone locations.time_zone)
    at time zone locations.time_zone`;
  return locationsOf(db, member)
    .leftJoin("review_settings as aim", (join) =>
      join.onRef("aim.dealer_id", "=", "locations.dealer_id").onRef("aim.location_id", "=", "locations.id"),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("review_invites as invite")
          .whereRef("invite.dealer_id", "=", "locations.dealer_id")
          .whereRef("invite.location_id", "=", "locations.id")
          .select(sql<number>`(count(invite.reviewed_at) filter (where ${isMarkAlone}))::int`.as("reviews"))
          .select(sql<number>`count(invite.sent_at)::int`.as("sends"))
          .select(sql<number>`(count(invite.sent_at) filter (where invite.followed_at is not null))::int`.as("clicks"))
          .select(
            sql<number>`(count(*) filter (where invite.reviewed_at >= ${monthStart} and ${isMarkAlone}))::int`.as(
              "month_reviews",
            ),
          )
          .as("invited"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("reviews as review")
          .whereRef("review.dealer_id", "=", "locations.dealer_id")
          .whereRef("review.location_id", "=", "locations.id")
          .where("review.removed_at", "is", null)
          .select(sql<number>`count(*)::int`.as("reviews"))
          .select(sql<number>`(count(*) filter (where review.published_at >= ${monthStart}))::int`.as("month_reviews"))
          .select(sql<number>`coalesce(round(avg(review.rating), 1), 0)::float8`.as("rate"))
          .as("recorded"),
      (join) => join.onTrue(),
    )
    .select(["locations.id", "locations.title", "locations.address", "locations.address_2", "locations.city"])
    .select(["locations.state", "locations.postal_code", "locations.time_zone"])
    .select(["recorded.rate", "invited.sends as invite_sends", "invited.clicks as invite_clicked"])
    .select(sql<number>`recorded.reviews + invited.reviews`.as("count_reviews"))
    .select(sql<number>`coalesce(aim.monthly_goal, 0)`.as("monthly_goals"))
    .select(sql<number>`recorded.month_reviews + invited.month_reviews`.as("monthly_goals_received"));
}

/** True if the person belongs to the location; the owner belongs to all. */
export async function belongsTo(db: Db, member: MemberIdentity, id: number): Promise<boolean> {
  return (
    (await locationsOf(db, member).where("locations.id", "=", id).select("locations.id").executeTakeFirst()) !==
    undefined
  );
}

/** A location's title and time zone. */
export async function locationById(db: Db, dealer_id: number, id: number) {
  const locations = db.selectFrom("locations").where("dealer_id", "=", dealer_id).where("id", "=", id);
  const columns = locations.select(["id", "title", "time_zone", "call_phone_no"]);
  return columns.modifyFront(preparedStatement).executeTakeFirst();
}

/** The locations that a person belongs to, by title. */
export async function locationsOfMember(db: Db, member: MemberIdentity) {
  return locationsOf(db, member).select(["id", "title", "time_zone", "state"]).orderBy("title").orderBy("id").execute();
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

/** Makes a person a member of these locations. The owner belongs to all without being listed. */
export async function addMemberLocations(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  location_ids: readonly number[],
): Promise<void> {
  if (location_ids.length === 0) return;
  const rows = location_ids.map((location_id) => ({ dealer_id, location_id, user_id }));
  await db
    .insertInto("location_members")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes a person a member of exactly these locations. */
export async function setMemberLocations(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  location_ids: readonly number[],
): Promise<void> {
  const memberships = db
    .deleteFrom("location_members")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id);
  await memberships.where(sql<boolean>`location_id <> all(${[...location_ids]})`).execute();
  await addMemberLocations(db, { dealer_id, user_id }, location_ids);
}

/** Marks a location as requesting a number. Returns false if it already did. */
export async function markNumberRequested(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  now: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable("locations")
    .set({ phone_no_request: 2, phone_no_requested_at: now })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .where("phone_no_request", "=", 0)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

/** The phones and the CRM's address of a location. */
export interface LocationSettings {
  readonly crm_email: string;
  readonly call_phone_no: string;
  readonly notification_phone_no: string;
}

/** Updates only the fields that are present. */
export async function updateLocationSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  values: Partial<LocationSettings>,
): Promise<void> {
  const change = db.updateTable("locations").set(values).where("dealer_id", "=", dealer_id);
  await change.where("id", "=", location_id).execute();
}

export interface FirstLocationDraft {
  readonly title: string;
  readonly address: string;
  readonly address_2: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly time_zone: string;
}

/**
 * Creates a business's first location, or updates it while it is the only one; undefined when there are more.
 * The caller must hold a lock on the dealer's row.
 */
export async function saveFirstLocation(
  db: Db,
  dealer_id: number,
  draft: FirstLocationDraft,
): Promise<{ location_id: number; isNew: boolean } | undefined> {
  const existing = await db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id").limit(2).execute();
  const [first, second] = existing;
  if (second) return undefined;
  if (first) {
    const changed = db.updateTable("locations").set(draft).where("dealer_id", "=", dealer_id);
    await changed.where("id", "=", first.id).execute();
    return { location_id: first.id, isNew: false };
  }
  const added = db.insertInto("locations").values({ dealer_id, ...draft });
  return { location_id: (await added.returning("id").executeTakeFirstOrThrow()).id, isNew: true };
}
