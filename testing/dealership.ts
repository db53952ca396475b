import { randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { areaCodes } from "#core/areaCodes.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addPerson, ensureOperator } from "#domains/accounts/server/public.ts";

/** Every test user's password. */
export const password = "Test-password-1";

/** At the lowest cost: tests sign in thousands of times. */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A business for tests: the emails to sign in with, and ids. */
export interface Dealership {
  readonly dealer_id: number;
  /** The location of the manager and the agent, and the owner's default. */
  readonly location_id: number;
  /** A second location with its own agent. */
  readonly otherLocation_id: number;
  readonly owner: string;
  readonly manager: string;
  readonly agent: string;
  readonly otherAgent: string;
  /** The first location's phone number. */
  readonly number: string;
  readonly otherNumber: string;
}

let count = 0;

/** A US phone number that no other test uses. */
export function freshPhone(): string {
  count += 1;
  // No service code such as 311 is among these exchanges.
  return `+1${areaCodes[randomInt(areaCodes.length)]}${randomInt(212, 311)}${String(count % 10_000).padStart(4, "0")}`;
}

/** Creates a business with two locations, each with a number, and users of every role. */
export async function addDealership(unit: UnitOfWork): Promise<Dealership> {
  const tag = `${process.pid}-${randomInt(1_000_000_000)}`;
  const contact = { email: `info-${tag}@example.com`, email_proved_at: unit.now(), phone: freshPhone() };
  const dealer = { business_name: `Dealer ${tag}`, ...contact };
  const { id: dealer_id } = await unit.db
    .insertInto("dealers")
    .values(dealer)
    .returning("id")
    .executeTakeFirstOrThrow();
  const location_id = await addLocation(unit, dealer_id, "Downtown", "America/New_York");
  const otherLocation_id = await addLocation(unit, dealer_id, "Airport", "America/Los_Angeles");
  const addStaff = async (name: string, user_type: "dealer" | "manager" | "agent", locations: number[]) => {
    const email = `${name}-${tag}@example.com`;
    const names = { first_name: name[0]?.toUpperCase() + name.slice(1), last_name: "Tester" };
    const password_hash = await passwordHash;
    await addPerson(unit, { dealer_id, ...names, email, user_type, password_hash, location_ids: locations });
    return email;
  };
  return {
    dealer_id,
    location_id,
    otherLocation_id,
    owner: await addStaff("owner", "dealer", []),
    manager: await addStaff("manager", "manager", [location_id]),
    agent: await addStaff("agent", "agent", [location_id]),
    otherAgent: await addStaff("other", "agent", [otherLocation_id]),
    number: await addNumber(unit, dealer_id, location_id),
    otherNumber: await addNumber(unit, dealer_id, otherLocation_id),
  };
}

async function addLocation(unit: UnitOfWork, dealer_id: number, title: string, time_zone: string): Promise<number> {
  const location = { dealer_id, title, address: "1 Main St", city: "Springfield", state: "NY", postal_code: "10001" };
  const added = unit.db.insertInto("locations").values({ ...location, time_zone });
  return (await added.returning("id").executeTakeFirstOrThrow()).id;
}

async function addNumber(unit: UnitOfWork, dealer_id: number, location_id: number): Promise<string> {
  const number = freshPhone();
  await unit.db.insertInto("phone_numbers").values({ number, dealer_id, location_id, provider: "scripted" }).execute();
  return number;
}

/** Creates the platform's operator. */
export async function addOperator(unit: UnitOfWork): Promise<{ email: string }> {
  const email = "operator@example.com";
  await ensureOperator(unit, email, () => password);
  return { email };
}
