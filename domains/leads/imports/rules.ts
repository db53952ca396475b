import type { InquiryIdentity } from "../rules.ts";
import { isBrought, sameVehicle, vehicleInWords } from "../rules.ts";

type Vehicles = InquiryIdentity["vehicles"];
type Named = { readonly trim?: string };

const wordsOf = (vehicles: Vehicles) =>
  vehicles
    .filter(({ interest }) => !isBrought(interest))
    .map((vehicle) => vehicleInWords({ trim: "", ...(vehicle as Vehicles[number] & Named) }).toLowerCase());

/**
 * Whether a row means this open lead of its customer: of the same vehicle, as inquiries are told apart, or of one that reads the
 * same, because a file has it in one cell.
 */
export function isSameLead(row: Vehicles, lead: Vehicles): boolean {
  if (sameVehicle(row, lead)) return true;
  const known = wordsOf(lead);
  return wordsOf(row).some((words) => words !== "" && known.includes(words));
}
