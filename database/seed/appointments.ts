import type { Unit } from "#core/server/unit.ts";
import type { Conversation } from "./conversations.ts";
import type { SampleCustomer } from "./customers.ts";
import { openMinutesBefore, wallTime } from "./openHours.ts";
import type { Random } from "./random.ts";
import type { House } from "./staff.ts";

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

/** How many appointments there are besides those that the conversations led to, before and after today. */
const [past, coming] = [22, 30];

/** Adds what the conversations led to, and more appointments of customers who came another way, one each. */
export async function addAppointments(
  unit: Unit,
  { dealer_id, rooftops }: House,
  given: {
    readonly conversations: readonly Conversation[];
    /** Customers without a conversation, each place's by itself. */
    readonly others: readonly (readonly SampleCustomer[])[];
    readonly ids: ReadonlyMap<string, number>;
    readonly now: Date;
    readonly random: Random;
  },
): Promise<void> {
  const { conversations, others, ids, now, random } = given;
  const statusAt = (at: Date, missed: boolean) => (at > now ? 0 : missed ? 2 : 1);
  const agreed = conversations.flatMap(({ visit, customer, rooftop }) => {
    if (!visit) return [];
    const { title, type, at, agreedAt, missed = false, user_id } = visit;
    const row = { title, type, datetime: at, status: statusAt(at, missed), notes: "", created: agreedAt };
    return [{ ...row, phone: customer.phone, location_id: rooftop.location_id, created_by: user_id }];
  });
  const more = Array.from({ length: past + coming }, (_, nth) => {
    const place = nth % 3 === 2 ? 1 : 0;
    const [rooftop, customer] = [rooftops[place], others[place]?.[nth]];
    if (!rooftop || !customer) throw new Error("There are more appointments than customers");
    const days = nth < past ? -random.between(1, 35) : random.between(1, 27);
    const time = `${random.between(9, 17)}:${random.pick(["00", "15", "30", "45"])}`;
    const datetime = wallTime(now, days, time, rooftop.zone);
    const title = random.pick(titles);
    const booked = openMinutesBefore(datetime < now ? datetime : now, random.between(90, 4_000), rooftop.zone);
    const row = { title, type: title.startsWith("Video") ? 1 : 0, datetime, notes: random.pick(notes) };
    const created_by = random.pick(rooftop.writers).user_id;
    const { location_id } = rooftop;
    const status = statusAt(datetime, random.chance(22));
    return { ...row, phone: customer.phone, location_id, created_by, status, created: booked };
  });
  const rows = [...agreed, ...more]
    .sort((one, other) => one.created.getTime() - other.created.getTime())
    .map(({ phone, ...row }) => ({ dealer_id, ...row, customer_id: ids.get(phone) ?? 0 }));
  await unit.db.insertInto("appointments").values(rows).execute();
}
