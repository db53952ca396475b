import { sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { messageCountRows } from "./messageHoursStore.ts";
import type { FigureScope } from "./store.ts";

/** How many texts each member wrote in a range. */
export async function sentByMember(db: Db, scope: FigureScope, range: TimeRange) {
  const messages = await messageCountRows(db, scope, range);
  const { rows } = await sql<{ user_id: number; sent: number }>`
    select user_id, sum(sent)::int as sent from ${messages} as counted
    where user_id <> 0 group by user_id having sum(sent) > 0 order by user_id`.execute(db);
  return rows;
}
