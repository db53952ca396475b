import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { SampleCustomer } from "./customers.ts";
import type { SeededDealership } from "./staff.ts";

/** Each list with which of its location's customers are in it: every nth, from an offset on. */
const sampleLists = [
  { title: "Lease ends this year", every: 9, offset: 2, days: 48 },
  { title: "Service reminders", every: 4, offset: 0, days: 31 },
  { title: "Test drive follow-up", every: 12, offset: 5, days: 12 },
  { title: "VIP customers", every: 25, offset: 7, days: 5 },
];

/** Adds each location's lists with their customers. */
export async function addLists(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  customers: readonly (readonly SampleCustomer[])[],
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, { location_id, writers }] of locations.entries()) {
    const created_by = writers[0]?.user_id ?? null;
    for (const { title, every, offset, days } of sampleLists) {
      const created_on = new Date(now.getTime() - days * 24 * 3_600_000);
      const list = db.insertInto("customer_lists").values({ dealer_id, location_id, title, created_by, created_on });
      const { id: list_id } = await list.returning("id").executeTakeFirstOrThrow();
      const members = (customers[index] ?? [])
        .filter(({ first_name }, place) => first_name !== "" && place % every === offset)
        .map(({ phone }) => ({ dealer_id, location_id, list_id, customer_id: ids.get(phone) ?? 0 }));
      await db.insertInto("list_members").values(members).execute();
    }
  }
}
