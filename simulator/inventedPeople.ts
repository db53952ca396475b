import { areaCodes } from "#core/areaCodes.ts";

/** Somebody who doesn't exist, and what they ask for. */
export interface InventedPerson {
  readonly first_name: string;
  readonly last_name: string;
  /** As people write it: `(909) 555-0142`. */
  readonly phone: string;
  readonly email: string;
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly comments: string;
}

const split = (text: string) => text.split(" ");

const firstNames = split(
  "Abigail Amara Andre Beatriz Carlos Chloe Connor Dana Darius Elena Emeka Fatima Gavin Grace Hiro Imani Ivan Jada Joanna Kenji " +
    "Laila Luis Maya Miguel Nadia Nolan Olivia Omar Priya Quinn Renée Rosa Samir Sofía Tamika Theo Uma Victor Wendy Zoe",
);
const lastNames = split(
  "Alvarez Bennett Brooks Carter Castillo Cho Cohen Diallo Ellis Foster García Grant Hansen Hughes Iqbal Jensen Kaplan Kim Larsen " +
    "Lopez Mehta Meyer Morales Nakamura O'Neil Ortiz Park Patel Quiñones Reed Rossi Silva Simmons Tran Turner Vargas Walsh Young",
);

const vehicles: readonly (readonly [make: string, model: string])[] = [
  ["Honda", "Accord"],
  ["Honda", "CR-V"],
  ["Toyota", "RAV4"],
  ["Toyota", "Tacoma"],
  ["Ford", "F-150"],
  ["Ford", "Escape"],
  ["Chevrolet", "Silverado 1500"],
  ["Subaru", "Outback"],
  ["Kia", "Telluride"],
  ["Hyundai", "Tucson"],
  ["Mazda", "CX-5"],
  ["Jeep", "Grand Cherokee"],
  ["Land Rover", "Range Rover Sport"],
  ["Mercedes-Benz", "C 300"],
];

const questions: readonly string[] = [
  "Is it still available?",
  "What’s your best price with tax and fees?",
  "Can I come by Saturday morning for a test drive?",
  "Does it have heated seats & a tow hitch?",
  "I’d like to trade in my car. How much would you give me for it?",
  "Do you offer financing with less than 10% down?",
  "Has it been in an accident? Could you send the report?",
  "I’m two hours away. Could you hold it until the weekend?",
];

const below = (limit: number) => Math.floor(Math.random() * limit);

function oneOf<T>(values: readonly T[], otherwise: T): T {
  return values[below(values.length)] ?? otherwise;
}

const inAscii = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();

/** Somebody else each time. Their phone is one of those that are kept for fiction. */
export function inventPerson(): InventedPerson {
  const first_name = oneOf(firstNames, "Dana");
  const last_name = oneOf(lastNames, "Reed");
  const [make, model] = oneOf(vehicles, ["Honda", "Accord"]);
  return {
    first_name,
    last_name,
    phone: `(${oneOf(areaCodes, "909")}) 555-01${String(below(100)).padStart(2, "0")}`,
    email: `${inAscii(first_name)}.${inAscii(last_name)}${10 + below(90)}@example.com`,
    year: String(2018 + below(8)),
    make,
    model,
    comments: oneOf(questions, "Is it still available?"),
  };
}
