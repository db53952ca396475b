import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

function openTasks({ dealer_id, location_id }: LocationKey, customer_ids: readonly number[]) {
  return sql`dealer_id = ${dealer_id} and location_id = ${location_id}
    and customer_id = any(${[...customer_ids]}::bigint[]) and state = 'open' and deleted_at is null`;
}

/** How many open tasks are about these customers. */
export async function countOpenAbout(db: Db, location: LocationKey, customer_ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tasks where ${openTasks(location, customer_ids)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Dismissal {
  readonly ended_at: Date;
  readonly ended_by: number | null;
}

/** Dismisses the open tasks about these customers, because they are deleted. */
export async function dismissAbout(
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
  { ended_at, ended_by }: Dismissal,
): Promise<{ id: number; customer_id: number }[]> {
  const { rows } = await sql<{ id: number; customer_id: number }>`
    update tasks set state = 'dropped', ended_how = 'gone', ended_at = ${ended_at}, ended_by = ${ended_by}
    where ${openTasks(location, customer_ids)} returning id, customer_id`.execute(db);
  return rows;
}

/** Opens those of the tasks that are still dismissed because their customer was deleted. */
export async function reopenDismissed(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  await sql`
    update tasks set state = 'open', ended_how = '', ended_at = null, ended_by = null
    where dealer_id = ${dealer_id} and location_id = ${location_id} and id = any(${[...ids]}::bigint[])
      and state = 'dropped' and ended_how = 'gone' and deleted_at is null`.execute(db);
}
