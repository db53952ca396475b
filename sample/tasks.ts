import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { SampleCustomer } from "./customers.ts";
import type { SeededDealership } from "./staff.ts";

/** What the team has to do, and had; hours from now, the past ones done. */
const sampleTasks = [
  { description: "Call back about the trade-in value", hours: 3 },
  { description: "Send photos of the blue Tacoma", hours: 26 },
  { description: "Confirm the parts order with the service desk", hours: 50 },
  { description: "Check in after the test drive", hours: 98 },
  { description: "Mail the signed lease papers", hours: -21 },
  { description: "Ask how the first service went", hours: -45 },
  { description: "Find a loaner for Friday", hours: -93 },
];

const anHour = 3_600_000;

/** Adds tasks that the team wrote down for its customers. */
export async function addTasks(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  customers: readonly (readonly SampleCustomer[])[],
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const rows = locations.flatMap(({ location_id, writers }, index) => {
    const named = (customers[index] ?? []).filter(({ first_name }) => first_name !== "");
    return sampleTasks.map(({ description, hours }, place) => {
      const assigned_to = writers[place % writers.length]?.user_id ?? null;
      const due_at = new Date(now.getTime() + hours * anHour);
      const ended = { state: "done", ended_at: due_at, ended_by: assigned_to, ended_how: "hand" };
      return {
        dealer_id,
        location_id,
        rule: "hand",
        description,
        customer_id: ids.get(named[place * 3]?.phone ?? "") ?? null,
        assigned_to,
        due_at,
        created_at: new Date(Math.min(due_at.getTime(), now.getTime()) - 20 * anHour),
        created_by: writers[0]?.user_id ?? null,
        ...(hours < 0 && ended),
      };
    });
  });
  await db.insertInto("tasks").values(rows).execute();
}
