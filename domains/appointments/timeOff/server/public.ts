import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** Which of these members are off at an instant. */
export async function membersOff(
  db: Db,
  dealer_id: number,
  user_ids: readonly number[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`select distinct user_id from time_off
    where dealer_id = ${dealer_id} and user_id = any(${[...user_ids]}::bigint[]) and starts_at <= ${at} and ends_at > ${at}`.execute(
    db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
