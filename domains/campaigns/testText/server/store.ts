import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

interface NewTestText extends LocationKey {
  readonly user_id: number;
  readonly to_number: string;
  readonly body: string;
  readonly at: Date;
}

/** Commits a test text before the carrier hears of it. */
export async function insertTestText(db: Db, text: NewTestText): Promise<number> {
  const row = { ...text, state: "intended" };
  return (await db.insertInto("campaign_tests").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

interface TestTextResult {
  readonly state: "accepted" | "failed" | "unknown";
  readonly error: string;
  readonly provider_sid: string | null;
}

export async function updateTestText(db: Db, dealer_id: number, id: number, result: TestTextResult): Promise<void> {
  await db.updateTable("campaign_tests").set(result).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** A template's picture; undefined for an absent or foreign template. */
export async function templatePicture(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("text_templates as t")
    .leftJoin("marketing_images as i", (join) =>
      join.on("i.dealer_id", "=", dealer_id).onRef("i.id", "=", "t.image_id"),
    )
    .where("t.dealer_id", "=", dealer_id)
    .where("t.location_id", "=", location_id)
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .select(sql<string | null>`i.storage_key`.as("storage_key"))
    .executeTakeFirst();
}

/** The name of the person who sends the test, for the variables. */
export async function nameOf(db: Db, dealer_id: number, user_id: number) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .select(["first_name", "last_name"])
    .executeTakeFirstOrThrow();
}

/** The carriers' codes for a number that isn't registered with them. */
const unregisteredCodes = ["30032", "30034"];

/** True when the location's last campaign that stopped did so because its number isn't registered with carriers. */
export async function isStoppedAsUnregistered(db: Db, { dealer_id, location_id }: LocationKey): Promise<boolean> {
  const stopped = await db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "is", null)
    .where("state", "=", "stopped")
    .orderBy("id", "desc")
    .select("id")
    .executeTakeFirst();
  if (!stopped) return false;
  const refused = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", stopped.id)
    .where("error_code", "in", unregisteredCodes)
    .select("n")
    .limit(1)
    .executeTakeFirst();
  return refused !== undefined;
}
