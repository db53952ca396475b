import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { StateCode } from "#core/states.ts";
import type { QuietHoursRule } from "../rules.ts";

/** The hours of every state as the operator keeps them. */
export async function quietHours(db: Db): Promise<QuietHoursRule[]> {
  return db
    .selectFrom("quiet_hours")
    .select(sql<StateCode | "">`state`.as("state"))
    .select(["weekdays", "from_minute as from", "to_minute as to"])
    .select(sql<string>`to_char(since, 'YYYY-MM-DD')`.as("since"))
    .execute();
}
