import { hasVinCheckDigit } from "#core/vin.ts";
import { type LeadVehicle, unknownVehicle, type VehicleInterest } from "../fields.ts";
import { vehicleTexts } from "./texts.ts";

/** A vehicle in a form; `key` stays with it while others are added and removed. */
export type EditedVehicle = LeadVehicle & { key: number };

/** A vehicle of which nothing is known yet, for a form that has these. */
export const emptyVehicle = (interest: VehicleInterest, others: readonly EditedVehicle[] = []): EditedVehicle => ({
  interest,
  ...unknownVehicle,
  key: Math.max(0, ...others.map(({ key }) => key)) + 1,
});

/** A lead's vehicles, each with a key. */
export const editedVehicles = (vehicles: readonly LeadVehicle[]): EditedVehicle[] =>
  vehicles.map((vehicle, place) => ({ ...vehicle, key: place + 1 }));

const isFilled = (vehicle: LeadVehicle) =>
  Object.keys(unknownVehicle).some((field) => vehicle[field as keyof LeadVehicle].trim() !== "");

/** The vehicles that a form sends: those of which something is known. */
export const sentVehicles = (vehicles: readonly EditedVehicle[]): LeadVehicle[] =>
  vehicles.filter(isFilled).map(({ key: _, ...vehicle }) => vehicle);

/** Where the errors of a form's vehicle are, whose number among those sent may be another. */
export const errorPathOf = (vehicles: readonly EditedVehicle[], place: number, field: string): string =>
  `vehicles.${vehicles.slice(0, place).filter(isFilled).length}.${field}`;

/** What may be wrong with a VIN; undefined for none and for one whose check digit fits. */
export function vinDoubt(vin: string): string | undefined {
  const typed = vin.trim();
  if (typed === "" || hasVinCheckDigit(typed)) return undefined;
  return typed.length === 17 ? vehicleTexts.vinDoubt : vehicleTexts.vinLength;
}
