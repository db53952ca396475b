import { type InquiryIdentity, isBrought, sameVehicle, vehicleInWords } from "../rules.ts";

type Vehicles = readonly (InquiryIdentity["vehicles"][number] & { readonly trim: string })[];

const differ = (one: string, other: string) => one !== "" && other !== "" && one.toLowerCase() !== other.toLowerCase();

/** Whether two vehicles read the same, and no number says otherwise. */
function readsSame(one: Vehicles[number], other: Vehicles[number]): boolean {
  const words = vehicleInWords(one).toLowerCase();
  const isOther = differ(one.vin, other.vin) || differ(one.stock, other.stock);
  return words !== "" && words === vehicleInWords(other).toLowerCase() && !isOther;
}

/**
 * Whether a row means this open lead of its customer: of the same vehicle, as inquiries are told apart, or of one that reads the
 * same, because a file has it in one cell.
 */
export function isSameLead(row: Vehicles, lead: Vehicles): boolean {
  const wanted = (vehicles: Vehicles) => vehicles.filter(({ interest }) => !isBrought(interest));
  return sameVehicle(row, lead) || wanted(row).some((one) => wanted(lead).some((other) => readsSame(one, other)));
}
