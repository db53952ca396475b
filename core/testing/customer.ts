import type { Caller } from "#core/client.ts";
import { type CustomerDraft, customers } from "#domains/customers/contract.ts";
import { freshPhone } from "./dealership.ts";

type Person = Omit<CustomerDraft, "list_id">;

/** A customer's form, filled in well; the phone is nobody else's. */
export function customerDraft(more: Partial<Person> = {}): Person {
  const maria = { first_name: "Maria", last_name: "Lopez", email: "maria@example.com", address: "1 Main St" };
  return { ...maria, company: "", phone: freshPhone(), ...more };
}

/** Adds a customer at the caller's location, to a list if one is named. */
export async function addCustomer(call: Caller, { list_id, ...more }: Partial<CustomerDraft> = {}) {
  const draft = customerDraft(more);
  const { data } = await call(customers.add, { body: { ...draft, list_id } });
  return { id: data.id, phone: draft.phone };
}
