import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isCountedSql, reachedSql } from "#domains/leads/server/public.ts";
import { type GoalProgress, type GoalStep, type Goals, goalSteps } from "../contract.ts";

const monthOf = (month: string) => sql<Date>`${`${month}-01`}::date`;

/** The goals that hold in a month: each member's latest, the month's own or those of a month before. */
export async function goalsIn(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  month: string,
  user_id?: number,
): Promise<ReadonlyMap<number, Goals>> {
  const { rows } = await sql<Goals & { user_id: number }>`select distinct on (user_id) user_id,
      contacted, appointments_set as "set", shown, sold
    from lead_goals where dealer_id = ${dealer_id} and location_id = ${location_id} and month <= ${monthOf(month)}
      ${user_id === undefined ? sql`` : sql`and user_id = ${user_id}`}
    order by user_id, month desc`.execute(db);
  return new Map(rows.map(({ user_id: id, ...goals }) => [id, goals]));
}

export async function saveGoals(
  db: Db,
  { dealer_id, location_id, user_id }: LocationKey & { readonly user_id: number },
  month: string,
  { set: appointments_set, ...goals }: Goals,
): Promise<void> {
  const values = { ...goals, appointments_set };
  await db
    .insertInto("lead_goals")
    .values({ dealer_id, location_id, user_id, month: monthOf(month), ...values })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "user_id", "month"]).doUpdateSet(values))
    .execute();
}

/** How many of each member's leads reached each step in a range, whenever they came in. */
export async function doneIn(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { from, to }: TimeRange,
  user_id?: number,
): Promise<ReadonlyMap<number, GoalProgress>> {
  const reached = (step: GoalStep) => sql`select l.owner_id, ${step}::text as step, count(*)::int as count from leads l
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and ${isCountedSql} and ${reachedSql[step].has}
      and ${reachedSql[step].at} >= ${from} and ${reachedSql[step].at} < ${to}
      and ${user_id === undefined ? sql`l.owner_id is not null` : sql`l.owner_id = ${user_id}`} group by l.owner_id`;
  const { rows } = await sql<{ owner_id: number; step: GoalStep; count: number }>`${sql.join(
    goalSteps.map(reached),
    sql` union all `,
  )}`.execute(db);
  const done = new Map<number, GoalProgress>();
  for (const { owner_id, step, count } of rows)
    done.set(owner_id, { ...(done.get(owner_id) ?? nothingDone), [step]: count });
  return done;
}

export const nothingDone: GoalProgress = { contacted: 0, set: 0, shown: 0, sold: 0 };
