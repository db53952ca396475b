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
