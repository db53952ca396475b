import type { Client } from "../contract.ts";

/** The owner's name, else the business's. */
export function clientName({ first_name, last_name, company }: Client): string {
  return `${first_name} ${last_name}`.trim() || company;
}
