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
