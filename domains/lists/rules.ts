import { countText } from "#core/count.ts";
import type { ListStatus } from "./contract.ts";

/** A list's status, in words. */
export const statusNames: Record<ListStatus, string> = { 0: "Processing", 1: "Active" };

/** `1 customer`, `1,204 customers` */
export function customersInWords(count: number): string {
  return `${countText(count)} ${count === 1 ? "customer" : "customers"}`;
}

/** A list where it is chosen: one that an import goes into is marked, and can be chosen all the same. */
export function listLabel({ title, status }: { title: string; status: ListStatus }): string {
  return status === 0 ? `${title} - [Uploading in Progress]` : title;
}

/** What becomes of the customers of lists that are deleted. */
export function staying(count: number): string {
  if (count === 0) return "No customer is affected.";
  return count === 1 ? "The customer in it stays." : `The ${customersInWords(count)} in it stay.`;
}
