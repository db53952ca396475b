import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type CompanyValues, companyValuesOf, type VariableValues } from "#core/variables.ts";
import { businessAt } from "#domains/accounts/server/public.ts";

export { linkTarget, type MailAddresses, type MailPattern, mailLinks, mailPattern } from "./emailPattern.ts";
export { type MailFacts, mailboxOf, planMail, readMailFacts } from "./planEmails.ts";
export { type AudienceFacts, type AudiencePerson, type Plan, planFor, readFacts } from "./planTexts.ts";
export { type AudienceChoice, customersByIds, nextOfAudience } from "./store.ts";

/** What the variables about the business stand for, read from its profile. */
export async function companyValues(db: Db, { dealer_id, location_id }: LocationKey): Promise<CompanyValues> {
  const business = await businessAt(db, dealer_id, location_id);
  if (!business) return companyValuesOf(undefined);
  const { business_name, phone, email, address } = business;
  return companyValuesOf({
    company_name: business_name,
    company_phone: phone,
    company_email: email,
    company_address: address,
  });
}

/** What the variables of a text to this person stand for. */
export function valuesFor(
  { first_name, last_name }: { readonly first_name: string; readonly last_name: string },
  company: CompanyValues,
): VariableValues {
  return { customer_name: `${first_name} ${last_name}`.trim(), first_name, last_name, ...company };
}
