import type { Unit } from "#core/server/unit.ts";
import { namesOfPeople } from "./names.ts";
import { companies, places, type SamplePlace, streets } from "./places.ts";
import type { Random } from "./random.ts";
import type { House } from "./staff.ts";

/** A sample customer, before there is a row. */
export interface SampleCustomer {
  /** Which of the places they belong to. */
  readonly place: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly address: string;
}

/** Somebody who texted first, and of whom only the number is known. */
export function nameless(customer: SampleCustomer): SampleCustomer {
  return { ...customer, first_name: "", last_name: "", email: "", company: "", address: "" };
}

/** The sample customers, each place's by itself. */
export function makeCustomers(random: Random): SampleCustomer[][] {
  const names = random.shuffled(namesOfPeople.flatMap(pairs));
  return places.map((place, index) => {
    const phones = random.shuffled(place.areaCodes.flatMap(phonesOf));
    return Array.from({ length: place.customers }, () => {
      const [first_name, last_name] = names.pop() ?? ["", ""];
      const email = emailOf(first_name, last_name, random);
      const phone = phones.pop() ?? "";
      return { place: index, first_name, last_name, email, phone, ...homeOf(place, random) };
    });
  });
}

/** Every given name of a group with some of its family names: all different, and none of them everywhere. */
function pairs({ first, last }: (typeof namesOfPeople)[number]): [string, string][] {
  return first.flatMap((given, index) =>
    [0, 5, 8].map((step): [string, string] => [given, last[(index + step) % last.length] ?? ""]),
  );
}

function phonesOf(areaCode: number): string[] {
  return Array.from({ length: 100 }, (_, last) => `+1${areaCode}5550${100 + last}`);
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

function homeOf({ towns }: SamplePlace, random: Random) {
  const address = `${random.between(12, 9890)} ${random.pick(streets)}, ${random.pick(towns)}`;
  return { address, company: random.chance(14) ? random.pick(companies) : "" };
}

export interface DatedCustomer extends SampleCustomer {
  readonly created_at: Date;
  readonly messages_received: number;
  readonly messages_sent: number;
}

/** Adds the customers, the oldest first. Answers their ids by phone. */
export async function addCustomers(
  unit: Unit,
  { dealer_id, rooftops }: House,
  customers: readonly DatedCustomer[],
): Promise<Map<string, number>> {
  const oldestFirst = [...customers].sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
  const rows = oldestFirst.map(({ place, ...customer }, index) => {
    const { location_id = 0, writers = [] } = rooftops[place] ?? {};
    const created_by = customer.first_name ? (writers[index % writers.length]?.user_id ?? null) : null;
    return { dealer_id, location_id, ...customer, created_by };
  });
  const added = unit.db.insertInto("customers").values(rows).returning(["id", "phone"]);
  return new Map((await added.execute()).map(({ id, phone }) => [phone, id]));
}
