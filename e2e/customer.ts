import type { APIRequestContext } from "@playwright/test";
import { expect, type OwnerLogin, ownerToken } from "./app.ts";
import { nextNumber } from "./nextNumber.ts";

export interface CustomerInput {
  first_name: string;
  last_name: string;
  email: string;
  /** Ten digits. */
  phone: string;
  address: string;
}

/** A person unique to this journey. */
export function newCustomerInput(): CustomerInput {
  // No service code such as 211 is among these exchanges.
  const mark = String(120_000 + nextNumber());
  const names = { first_name: "Rita", last_name: `Journey${mark}` };
  return { ...names, email: `rita${mark}@example.com`, phone: `9512${mark}`, address: "1 Palm Ave" };
}

/** Adds a customer over HTTP; returns the id. */
export async function addCustomer(request: APIRequestContext, app: OwnerLogin, person: CustomerInput): Promise<number> {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const added = await request.post("/api/customers/add", { headers, data: person });
  expect(added.status()).toBe(200);
  return (await added.json()).data.id;
}
