import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { nameGroups } from "./names.ts";
import type { Random } from "./random.ts";
import { companies, type SampleLocation, sampleLocations, streets } from "./sampleLocations.ts";
import type { SeededDealership } from "./staff.ts";

/** A sample customer that is not stored yet. */
export interface SampleCustomer {
  /** The index of the customer's location. */
  readonly locationIndex: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly address: string;
}

/** A customer who texted first, of whom only the phone number is known. */
export function withoutName(customer: SampleCustomer): SampleCustomer {
  return { ...customer, first_name: "", last_name: "", email: "", company: "", address: "" };
}

/** Creates the sample customers, grouped by location. */
export function createSampleCustomers(random: Random): SampleCustomer[][] {
  const names = random.shuffled(nameGroups.flatMap(fullNames));
  return sampleLocations.map((location, locationIndex) => {
    const phones = random.shuffled(location.areaCodes.flatMap(phonesOf));
    const people = Array.from({ length: location.customerCount }, () => {
      const [first_name, last_name] = names.pop() ?? ["", ""];
      const email = emailOf(first_name, last_name, random);
      const phone = phones.pop() ?? "";
      return { locationIndex, first_name, last_name, email, phone, ...homeOf(location, random) };
    });
    return people.map((person, index) =>
      duplicatedAt.includes(index) ? enteredAgain(person, people[index - 1]) : person,
    );
  });
}

/** The places of customers who are the one before them once more, with another number. */
const duplicatedAt: readonly number[] = [17, 43, 71];

/** Somebody entered twice: by initial, with the same email and address. */
function enteredAgain(person: SampleCustomer, first: SampleCustomer | undefined): SampleCustomer {
  if (!first) return person;
  const { last_name, email, address } = first;
  return { ...person, first_name: `${first.first_name.charAt(0)}.`, last_name, email, address };
}

/** Pairs every given name of a group with three of its family names; each full name is unique. */
function fullNames({ first, last }: (typeof nameGroups)[number]): [string, string][] {
  return first.flatMap((firstName, index) =>
    [0, 5, 8].map((offset): [string, string] => [firstName, last[(index + offset) % last.length] ?? ""]),
  );
}

function phonesOf(areaCode: number): string[] {
  return Array.from({ length: 100 }, (_, index) => `+1${areaCode}5550${100 + index}`);
}

function emailOf(first_name: string, last_name: string, random: Random): string {
  const [first, last] = [first_name, last_name].map((name) =>
    name
      .normalize("NFD")
      .replace(/đ/gi, "d")
      .replace(/[^a-z]/gi, "")
      .toLowerCase(),
  );
  return `${first}${random.pick([".", "_", ""])}${last}@example.${random.pick(["com", "net", "org"])}`;
}

function homeOf({ towns }: SampleLocation, random: Random) {
  const address = `${random.between(12, 9890)} ${random.pick(streets)}, ${random.pick(towns)}`;
  return { address, company: random.chance(14) ? random.pick(companies) : "" };
}

export interface DatedCustomer extends SampleCustomer {
  readonly created_at: Date;
  readonly messages_received: number;
  readonly messages_sent: number;
  /** Came by a text of their own: nobody added them. */
  readonly isOwnLead?: boolean;
}

/** Adds the customers, oldest first, and returns their ids by phone. */
export async function addCustomers(
  unit: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  customers: readonly DatedCustomer[],
): Promise<Map<string, number>> {
  const oldestFirst = [...customers].sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const rows = oldestFirst.map(({ locationIndex, isOwnLead = false, ...customer }, index) => {
    const { location_id = 0, writers = [] } = locations[locationIndex] ?? {};
    const created_by = customer.first_name && !isOwnLead ? (writers[index % writers.length]?.user_id ?? null) : null;
    return { dealer_id, location_id, ...customer, created_by };
  });
  const added = unit.db.insertInto("customers").values(rows).returning(["id", "phone"]);
  return new Map((await added.execute()).map(({ id, phone }) => [phone, id]));
}
