import { sql } from "kysely";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { monthAt, monthLater } from "#domains/tracking/sources/rules.ts";
import type { SeededDealership } from "./staff.ts";

/** Days from Sunday on, with their hours: from when, until when. */
const week = (days: string, opens: number, closes: number) =>
  JSON.stringify([...days].map((day) => (day === "-" ? null : { opens: opens * 60, closes: closes * 60 })));

/** Who works other hours than the location. */
const ownHours: Readonly<Record<string, string>> = {
  Dana: week("--TWTFS", 10, 19),
  Priya: week("-MTWTF-", 8, 17),
};

/** Gives the first location's online leads to its agents in turn, and leaves service leads to whoever is at the desk. */
export async function addLeadRules({ db }: UnitOfWork, { dealer_id, locations }: SeededDealership): Promise<void> {
  const [first] = locations;
  if (!first) return;
  const here = { dealer_id, location_id: first.location_id };
  const hours = first.writers.flatMap(({ user_id, first_name }) => {
    const own = ownHours[first_name];
    return own === undefined ? [] : [{ ...here, user_id, week: own }];
  });
  await db.insertInto("working_hours").values(hours).execute();
  const [, online] = await db
    .insertInto("lead_rules")
    .values([
      { ...here, position: 0, kind: "service", target: "nobody" },
      {
        ...here,
        position: 1,
        kind: "sales",
        sources: JSON.stringify(["CarSpot", "Google", "Website"]),
        target: "members",
        most_open: 40,
        next_after: 15,
      },
    ])
    .returning("id")
    .execute();
  const agents = first.writers.filter(({ first_name }) => first_name !== "Marcus");
  const team = agents.map(({ user_id }) => ({ ...here, rule_id: online?.id ?? 0, user_id }));
  await db.insertInto("lead_rule_members").values(team).execute();
}

/** Goals of the first location's agents since three months ago: more for those who have done this for longer. */
export async function addLeadGoals(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  now: Date,
): Promise<void> {
  const [first] = locations;
  if (!first) return;
  const month = monthLater(monthAt(now, first.zone), -3);
  const goals = first.writers.map(({ user_id }, place) => ({
    dealer_id,
    location_id: first.location_id,
    user_id,
    month: sql<Date>`${`${month}-01`}::date`,
    contacted: 30 - 4 * (place % 3),
    appointments_set: 14 - 2 * (place % 3),
    sold: 6 - (place % 3),
  }));
  await db.insertInto("lead_goals").values(goals).execute();
}
