import type { Caller } from "#core/client.ts";
import { type CustomerDraft, customers } from "#domains/customers/contract.ts";
import { emptyCustomer } from "#domains/customers/fields.ts";
import { freshPhone } from "./dealership.ts";

type CustomerFields = Omit<CustomerDraft, "list_id" | "custom">;

/** A valid customer form with a unique phone. */
export function customerDraft(overrides: Partial<CustomerFields> = {}): CustomerFields {
  const maria = { first_name: "Maria", last_name: "Lopez", email: "maria@example.com", address: "1 Main St" };
  return { ...emptyCustomer, ...maria, phone: freshPhone(), ...overrides };
}

/** Adds a customer at the caller's location, and to a list if given. */
export async function addCustomer(call: Caller, { list_id, custom, ...overrides }: Partial<CustomerDraft> = {}) {
  const draft = customerDraft(overrides);
  const { data } = await call(customers.add, { body: { ...draft, list_id, custom } });
  return { id: data.id, phone: draft.phone };
}
