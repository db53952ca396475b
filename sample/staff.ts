import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addPerson, hashPassword } from "#domains/accounts/server/public.ts";
import { sampleLocations } from "./sampleLocations.ts";

/** The sample dealership's business details. */
export const sampleBusiness = {
  business_name: "Sunrise Motors",
  email: "hello@demo.rooftop.test",
  phone: "+19095550100",
  address: "100 Main St, San Bernardino, CA 92401",
};

/** A stored location, with the members who text its customers. */
export interface SeededLocation {
  readonly location_id: number;
  readonly title: string;
  readonly zone: string;
  readonly number: string;
  readonly writers: readonly Writer[];
}

export interface Writer {
  readonly user_id: number;
  readonly first_name: string;
}

export interface SeededDealership {
  readonly dealer_id: number;
  readonly locations: readonly SeededLocation[];
}

/** The members; `at` lists their locations by index. The owner belongs to all. */
const members = [
  { first_name: "Olivia", last_name: "Grant", email: "owner", user_type: "dealer", at: [] },
  { first_name: "Marcus", last_name: "Whitfield", email: "manager", user_type: "manager", at: [0, 1], del_allowed: 1 },
  { first_name: "Andre", last_name: "Silva", email: "agent", user_type: "agent", at: [0] },
  { first_name: "Priya", last_name: "Raman", email: "priya", user_type: "agent", at: [0] },
  { first_name: "Dana", last_name: "Kowalski", email: "dana", user_type: "agent", at: [0], del_allowed: 1 },
  { first_name: "Luis", last_name: "Herrera", email: "luis", user_type: "agent", at: [1] },
  { first_name: "Mei", last_name: "Tanaka", email: "mei", user_type: "agent", at: [1] },
] as const;

/** Adds the dealer, its locations with a number each, and its members. */
export async function addDealership(unit: UnitOfWork, password: string): Promise<SeededDealership> {
  const dealer = unit.db
    .insertInto("dealers")
    .values({ ...sampleBusiness, is_sample: 1, email_proved_at: unit.now() })
    .returning("id");
  const { id: dealer_id } = await dealer.executeTakeFirstOrThrow();
  const locations: { id: number; title: string; time_zone: string; number: string }[] = [];
  for (const { location, number } of sampleLocations) {
    const added = unit.db.insertInto("locations").values({ dealer_id, ...location });
    const { id } = await added.returning("id").executeTakeFirstOrThrow();
    locations.push({ id, ...location, number });
  }
  const shared = { dealer_id, provider: "simulator", registration: "registered" };
  const numbers = locations.map(({ id, number }) => ({ number, location_id: id, ...shared }));
  await unit.db.insertInto("phone_numbers").values(numbers).execute();
  const password_hash = await hashPassword(password);
  const writers = locations.map((): Writer[] => []);
  for (const { at, email, ...member } of members) {
    const location_ids = at.flatMap((index) => locations[index]?.id ?? []);
    const memberRow = { ...member, dealer_id, email: `${email}@demo.rooftop.test`, password_hash, location_ids };
    const user_id = await addPerson(unit, memberRow);
    for (const index of at) writers[index]?.push({ user_id, first_name: member.first_name });
  }
  const seededLocations = locations.map(({ id, title, time_zone, number }, index) => {
    return { location_id: id, title, zone: time_zone, number, writers: writers[index] ?? [] };
  });
  return { dealer_id, locations: seededLocations };
}
