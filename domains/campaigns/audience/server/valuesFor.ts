import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { VariableValues } from "#core/variables.ts";
import { businessAt } from "#domains/accounts/server/public.ts";

/** What the business's own variables stand for. */
export type CompanyValues = Pick<
  VariableValues,
  "company_name" | "company_phone" | "company_email" | "company_address"
>;

/** Reads them from its profile. */
export async function companyValues(db: Db, { dealer_id, location_id }: LocationKey): Promise<CompanyValues> {
  const business = await businessAt(db, dealer_id, location_id);
  return {
    company_name: business?.business_name ?? "",
    company_phone: business?.phone ?? "",
    company_email: business?.email ?? "",
    company_address: business?.address ?? "",
  };
}

/** What the variables of a text to this person stand for. */
export function valuesFor(
  { first_name, last_name }: { readonly first_name: string; readonly last_name: string },
  company: CompanyValues,
): VariableValues {
  return { customer_name: `${first_name} ${last_name}`.trim(), first_name, last_name, ...company };
}
