import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ViewScreen } from "../fields.ts";

interface MemberAt extends LocationKey {
  readonly user_id: number;
}

/** A member's views of a screen and those of the location's team, by name. */
export async function viewsFor(db: Db, { dealer_id, location_id, user_id }: MemberAt, screen: ViewScreen) {
  return db
    .selectFrom("saved_views as v")
    .innerJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "v.dealer_id").onRef("u.id", "=", "v.user_id"))
    .where("v.dealer_id", "=", dealer_id)
    .where("v.location_id", "=", location_id)
    .where("v.screen", "=", screen)
    .where(({ or, eb }) => or([eb("v.is_shared", "=", 1), eb("v.user_id", "=", user_id)]))
    .select(["v.id", "v.name", "v.address", "v.user_id", sql<0 | 1>`v.is_shared`.as("is_shared")])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as("owner"))
    .orderBy(sql`v.name collate "und-x-icu"`)
    .orderBy("v.id")
    .execute();
}

export async function countOwn(db: Db, { dealer_id, location_id, user_id }: MemberAt, screen: ViewScreen) {
  const { count } = await db
    .selectFrom("saved_views")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("user_id", "=", user_id)
    .where("screen", "=", screen)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface ViewContent {
  readonly name: string;
  readonly address: string;
  readonly is_shared: 0 | 1;
  readonly screen: ViewScreen;
}

export async function insertView(
  db: Db,
  view: ViewContent & MemberAt & { readonly created_at: Date },
): Promise<number> {
  return (await db.insertInto("saved_views").values(view).returning("id").executeTakeFirstOrThrow()).id;
}

/** Locks a view of the location. @returns undefined for an absent or foreign one. */
export async function lockView(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("saved_views")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "name", "user_id", "screen", sql<0 | 1>`is_shared`.as("is_shared")])
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a locked view. One that is private from now on is nobody else's first view. */
export async function changeView(db: Db, dealer_id: number, id: number, view: ViewContent): Promise<void> {
  await db.updateTable("saved_views").set(view).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
  if (view.is_shared === 1) return;
  await sql`delete from opening_views o using saved_views v where o.dealer_id = ${dealer_id} and o.view_id = ${id}
    and v.dealer_id = ${dealer_id} and v.id = ${id} and o.user_id <> v.user_id`.execute(db);
}

export async function deleteView(db: Db, dealer_id: number, id: number): Promise<void> {
  await db.deleteFrom("saved_views").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** The view that a screen opens with for a member. */
export async function openingView(db: Db, { dealer_id, location_id, user_id }: MemberAt, screen: ViewScreen) {
  const row = await db
    .selectFrom("opening_views")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("user_id", "=", user_id)
    .where("screen", "=", screen)
    .select("view_id")
    .executeTakeFirst();
  return row?.view_id ?? null;
}

/** @param view_id null: the screen opens without a view. */
export async function setOpening(db: Db, person: MemberAt, screen: ViewScreen, view_id: number | null): Promise<void> {
  const { dealer_id, location_id, user_id } = person;
  if (view_id === null) {
    const opening = db.deleteFrom("opening_views").where("dealer_id", "=", dealer_id).where("user_id", "=", user_id);
    await opening.where("location_id", "=", location_id).where("screen", "=", screen).execute();
    return;
  }
  await db
    .insertInto("opening_views")
    .values({ dealer_id, location_id, user_id, screen, view_id })
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "location_id", "user_id", "screen"]).doUpdateSet({ view_id }),
    )
    .execute();
}
