import type { Caller } from "#core/client.ts";
import { type CustomerDraft, customers } from "#domains/customers/contract.ts";
import { freshPhone } from "./dealership.ts";

/** A customer's form, filled in well; the phone is nobody else's. */
export function customerDraft(more: Partial<CustomerDraft> = {}): CustomerDraft {
  const maria = { first_name: "Maria", last_name: "Lopez", email: "maria@example.com", address: "1 Main St" };
  return { ...maria, company: "", phone: freshPhone(), ...more };
}

/** Adds a customer at the caller's location. */
export async function addCustomer(call: Caller, more: Partial<CustomerDraft> = {}) {
  const draft = customerDraft(more);
  const { data } = await call(customers.add, { body: draft });
  return { id: data.id, phone: draft.phone };
}
