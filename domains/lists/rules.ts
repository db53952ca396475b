import { countText } from "#core/count.ts";
import type { ListStatus } from "./contract.ts";

/** Labels of a list's status. */
export const statusNames: Record<ListStatus, string> = { 0: "Processing", 1: "Active" };

/** `1 customer`, `1,204 customers` */
export function customersInWords(count: number): string {
  return `${countText(count)} ${count === 1 ? "customer" : "customers"}`;
}

/** A list's label in pickers; a list that an import is filling is marked, but can still be chosen. */
export function listLabel({ title, status }: { title: string; status: ListStatus }): string {
  return status === 0 ? `${title} - [Uploading in Progress]` : title;
}

/** What happens to a list's customers when it is deleted. */
export function deletionNotice(count: number): string {
  if (count === 0) return "No customer is affected.";
  return count === 1 ? "The customer in it stays." : `The ${customersInWords(count)} in it stay.`;
}
