import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessMinutesBefore, wallTime } from "./businessHours.ts";
import type { SampleCustomer } from "./customers.ts";
import type { PlannedConversation } from "./planConversations.ts";
import type { Random } from "./random.ts";
import type { SeededDealership } from "./staff.ts";

const titles = [
  "Test drive",
  "Oil change and tire rotation",
  "Trade-in appraisal",
  "Delivery of the new car",
  "Financing talk",
  "60,000 mile service",
  "Tire change",
  "Second look with the family",
  "Lease end inspection",
  "Video tour of the lot",
];

const notes = ["", "", "", "Prefers to be texted.", "Comes with the family.", "Wants coffee while waiting."];

/** How many appointments did not come from a conversation. */
const [pastCount, upcomingCount] = [22, 14];

/** Adds the appointments that conversations led to, plus one each for customers who came another way. */
export async function addAppointments(
  unit: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  sample: {
    readonly conversations: readonly PlannedConversation[];
    /** Customers without a conversation, by location. */
    readonly others: readonly (readonly SampleCustomer[])[];
    readonly ids: ReadonlyMap<string, number>;
    readonly now: Date;
    readonly random: Random;
  },
): Promise<void> {
  const { conversations, others, ids, now, random } = sample;
  const statusAt = (at: Date, missed: boolean) => (at > now ? 0 : missed ? 2 : 1);
  const agreed = conversations.flatMap(({ appointment, customer, location }) => {
    if (!appointment) return [];
    const { title, type, at, agreedAt, missed = false, user_id } = appointment;
    const row = { title, type, datetime: at, status: statusAt(at, missed), notes: "", created: agreedAt };
    return [{ ...row, phone: customer.phone, location_id: location.location_id, created_by: user_id }];
  });
  const additional = Array.from({ length: pastCount + upcomingCount }, (_, index) => {
    const locationIndex = index % 3 === 2 ? 1 : 0;
    const [location, customer] = [locations[locationIndex], others[locationIndex]?.[index]];
    if (!location || !customer) throw new Error("There are more appointments than customers");
    const days = index < pastCount ? -random.between(1, 35) : random.between(1, 27);
    const time = `${random.between(9, 17)}:${random.pick(["00", "15", "30", "45"])}`;
    const datetime = wallTime(now, days, time, location.zone);
    const title = random.pick(titles);
    const booked = businessMinutesBefore(datetime < now ? datetime : now, random.between(90, 4_000), location.zone);
    const row = { title, type: title.startsWith("Video") ? 1 : 0, datetime, notes: random.pick(notes) };
    const created_by = random.pick(location.writers).user_id;
    const { location_id } = location;
    const status = statusAt(datetime, random.chance(22));
    return { ...row, phone: customer.phone, location_id, created_by, status, created: booked };
  });
  const rows = [...agreed, ...additional]
    .sort((one, other) => one.created.getTime() - other.created.getTime())
    .map(({ phone, ...row }) => ({ dealer_id, ...row, customer_id: ids.get(phone) ?? 0 }));
  await unit.db.insertInto("appointments").values(rows).execute();
}
