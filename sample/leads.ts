import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { LeadVehicle } from "#domains/leads/fields.ts";
import { valueOfLead } from "#domains/leads/rules.ts";
import { businessSeconds, defaultHours } from "#domains/locations/hours/rules.ts";
import { businessMinutesBefore } from "./businessHours.ts";
import type { DatedCustomer } from "./customers.ts";
import { type Random, randomFrom } from "./random.ts";
import type { SeededDealership, SeededLocation } from "./staff.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Where leads come from, how often, and how they arrive. */
const sources = [
  { source: "AutoFinder", weight: 5, came_by: "email", read_by: "adf" },
  { source: "CarSpot", weight: 3, came_by: "email", read_by: "adf" },
  { source: "Website", weight: 4, came_by: "web", read_by: "json" },
  { source: "Google", weight: 2, came_by: "web", read_by: "json" },
  { source: "Walk-in", weight: 2, came_by: "hand", read_by: "hand" },
] as const;
const weighted = sources.flatMap((source) => Array.from({ length: source.weight }, () => source));

const vehicles: readonly (readonly [year: string, make: string, model: string, trim: string, price: string])[] = [
  ["2023", "Toyota", "RAV4", "XLE", "$31,450"],
  ["2021", "Honda", "Accord", "EX-L", "$25,990"],
  ["2022", "Ford", "F-150", "Lariat", "$46,200"],
  ["2020", "Subaru", "Outback", "Premium", "$22,800"],
  ["2024", "Kia", "Sorento", "S", "$34,100"],
  ["2019", "Toyota", "Tacoma", "SR5", "$28,750"],
  ["2023", "Hyundai", "Tucson", "SEL", "$27,300"],
  ["2021", "Jeep", "Grand Cherokee", "Limited", "$33,600"],
  ["2022", "Mazda", "CX-5", "Touring", "$26,450"],
  ["2020", "Chevrolet", "Silverado 1500", "LT", "$35,900"],
];
const tradeIns: typeof vehicles = [
  ["2015", "Honda", "Civic", "LX", ""],
  ["2012", "Ford", "Escape", "SE", ""],
  ["2017", "Nissan", "Altima", "2.5 S", ""],
];

const questions = [
  "Is it still available?",
  "What's your best price with tax and fees?",
  "Can I come by Saturday morning for a test drive?",
  "Does it have heated seats?",
  "I'd like to trade in my car. What would it be worth?",
  "Do you offer financing with 10% down?",
  "Could you send me a few more photos?",
];
const lostReasons = [
  "Bought elsewhere",
  "Price too high",
  "No longer looking",
  "Couldn't get financing",
  "Never answered",
];

/** Minutes after the one before at which a lead reaches each open stage but the first, at least and at most. */
const steps = [
  { stage: "Contacted", reason: "reply", after: [2, 95] },
  { stage: "Appointment set", reason: "appointment", after: [60, 1_800] },
  { stage: "Shown", reason: "visit", after: [900, 4_300] },
  { stage: "Negotiating", reason: "hand", after: [30, 1_500] },
] as const;

/** Minutes ago of the leads that nobody has answered yet, at the first location. */
const untouched = [4, 11, 26, 48, 95];

/** Adds three months of leads, in every stage, each of somebody who was a customer by then. */
export async function addLeads(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  customers: readonly DatedCustomer[],
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const random = randomFrom(20_261_128);
  const stages = db.selectFrom("lead_stages").where("dealer_id", "=", dealer_id).select(["id", "name"]);
  const stageIds = new Map((await stages.execute()).map(({ id, name }) => [name, id]));
  const stageId = (name: string) => stageIds.get(name) ?? 0;
  const leads = locations
    .flatMap((location, index) => {
      const named = customers.filter(({ locationIndex, first_name }) => locationIndex === index && first_name !== "");
      const askers = random.shuffled(named).slice(0, Math.floor(named.length * 0.7));
      return askers.map((customer, place) =>
        planLead(customer, location, index === 0 ? untouched[place] : undefined, now, random),
      );
    })
    .sort((a, b) => a.received_at.getTime() - b.received_at.getTime());
  const rows = leads.map(({ location, customer, source, received_at, owner_id, reached, end, vehicles }) => {
    const { first_name, last_name, email, phone } = customer;
    const [first] = reached;
    return {
      dealer_id,
      location_id: location.location_id,
      customer_id: ids.get(phone) ?? null,
      kind: "sales",
      stage_id: stageId(end?.stage ?? reached.at(-1)?.stage ?? "New"),
      owner_id,
      source: source.source,
      first_name,
      last_name,
      email,
      phone,
      received_at,
      inquired_at: received_at,
      first_response_at: first?.at ?? null,
      first_response_by: first ? owner_id : null,
      response_business_seconds: first ? businessSeconds(defaultHours, location.zone, received_at, first.at) : null,
      closed_at: end?.at ?? null,
      outcome: end?.outcome ?? "",
      lost_reason: end?.lost_reason ?? "",
      created_by: source.came_by === "hand" ? owner_id : null,
      value: valueOfLead(vehicles),
    };
  });
  const leadIds = (await db.insertInto("leads").values(rows).returning("id").execute()).map(({ id }) => id);
  const keyed = leads.map((lead, at) => {
    const { location_id } = lead.location;
    return { ...lead, key: { dealer_id, location_id, lead_id: leadIds[at] ?? 0 } };
  });
  const owned = keyed.flatMap(({ key, vehicles }) => vehicles.map((one, position) => ({ ...key, position, ...one })));
  await db.insertInto("lead_vehicles").values(owned).execute();
  const inquiries = keyed.map(({ key, source: { source, came_by, read_by }, comments, received_at }) => ({
    ...key,
    delivery: `sample ${key.lead_id}`,
    came_by,
    read_by,
    provider: came_by === "hand" ? "" : source,
    subject: came_by === "email" ? `New lead from ${source}` : "",
    comments,
    received_at,
  }));
  await db.insertInto("lead_inquiries").values(inquiries).execute();
  const moves = keyed.flatMap(({ key, source, received_at, owner_id, reached, end }) => {
    const by = source.came_by === "hand" ? owner_id : null;
    const start = { at: received_at, reason: by === null ? "received" : "added", by, stage: "New" };
    const later = reached.map(({ at, stage, reason }) => ({
      at,
      stage,
      reason,
      by: reason === "reply" ? owner_id : null,
    }));
    const last = end ? [{ at: end.at, stage: end.stage, reason: "hand", by: owner_id }] : [];
    return [start, ...later, ...last].map(({ at, reason, by, stage }, place, all) => {
      const before = all[place - 1];
      const isClaimed = place === 1 && source.came_by !== "hand";
      return {
        ...key,
        at,
        reason,
        by,
        from_stage_id: before ? stageId(before.stage) : null,
        to_stage_id: stageId(stage),
        from_owner_id: null,
        to_owner_id: place === 0 ? by : isClaimed ? owner_id : null,
      };
    });
  });
  await db.insertInto("lead_moves").values(moves).execute();
}

interface PlannedLead {
  readonly location: SeededLocation;
  readonly customer: DatedCustomer;
  readonly source: (typeof sources)[number];
  readonly received_at: Date;
  /** Null as long as nobody has answered. */
  readonly owner_id: number | null;
  readonly vehicles: readonly LeadVehicle[];
  readonly comments: string;
  /** The open stages it has reached, in their order. */
  readonly reached: readonly { readonly stage: string; readonly reason: string; readonly at: Date }[];
  readonly end: LeadEnd | undefined;
}

interface LeadEnd {
  readonly stage: "Sold" | "Lost";
  readonly outcome: "sold" | "lost";
  readonly lost_reason: string;
  readonly at: Date;
}

/** @param waiting minutes for which nobody has answered; undefined: somebody did. */
function planLead(
  customer: DatedCustomer,
  location: SeededLocation,
  waiting: number | undefined,
  now: Date,
  random: Random,
): PlannedLead {
  const source = random.pick(weighted);
  const comments = random.pick(questions);
  const wanted = vehicleOf(random.pick(vehicles), "buy", `P${random.between(3_000, 4_999)}`);
  const brought = comments.includes("trade") ? [vehicleOf(random.pick(tradeIns), "trade_in", "")] : [];
  const about = { location, customer, comments, vehicles: [wanted, ...brought] };
  if (waiting !== undefined) {
    const received_at = new Date(Math.max(now.getTime() - waiting * minuteMs, customer.created_at.getTime()));
    const online = source.came_by === "hand" ? sources[0] : source;
    return { ...about, source: online, received_at, owner_id: null, reached: [], end: undefined };
  }
  const asked = businessMinutesBefore(now, random.between(300, 90 * 600), location.zone);
  const received_at = new Date(Math.max(asked.getTime(), customer.created_at.getTime()));
  const owner_id = random.pick(location.writers).user_id;
  const reached = planSteps(received_at, random.between(1, steps.length), now, random);
  return { ...about, source, received_at, owner_id, reached, end: planEnd(reached, now, random) };
}

/** The stages that it has reached by now, out of so many that it will. */
function planSteps(received_at: Date, count: number, now: Date, random: Random): PlannedLead["reached"] {
  let at = received_at.getTime();
  return steps.slice(0, count).flatMap(({ stage, reason, after: [least, most] }) => {
    at += random.between(least, most) * minuteMs;
    return at < now.getTime() ? [{ stage, reason, at: new Date(at) }] : [];
  });
}

/** Three weeks without a move end a lead; those that came far are sold more often than not. */
function planEnd(reached: PlannedLead["reached"], now: Date, random: Random): LeadEnd | undefined {
  const last = reached.at(-1);
  if (!last) return undefined;
  const at = new Date(last.at.getTime() + random.between(1, 14) * dayMs);
  if (at >= now || random.chance(15)) return undefined;
  if (reached.length >= 3 && random.chance(62)) return { stage: "Sold", outcome: "sold", lost_reason: "", at };
  return { stage: "Lost", outcome: "lost", lost_reason: random.pick(lostReasons), at };
}

function vehicleOf(
  [year, make, model, trim, price]: (typeof vehicles)[number],
  interest: LeadVehicle["interest"],
  stock: string,
): LeadVehicle {
  const unknown = { vin: "", odometer: "", color: "", comments: "" };
  return { interest, status: "used", year, make, model, trim, price, stock, ...unknown };
}
