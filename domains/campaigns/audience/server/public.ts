import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type CompanyValues, companyValuesOf, type VariableValues } from "#core/variables.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import type { CustomField, CustomValues } from "#domains/customers/custom/fields.ts";
import { customVariables } from "#domains/customers/custom/rules.ts";
import { fieldsInUse } from "#domains/customers/server/public.ts";

export { linkTarget, type MailAddresses, type MailPattern, mailLinks, mailPattern } from "./emailPattern.ts";
export { type MailFacts, mailboxOf, planMail, readMailFacts } from "./planEmails.ts";
export { type AudienceFacts, type AudiencePerson, type Plan, planFor, readFacts } from "./planTexts.ts";
export { type AudienceChoice, customersByIds, nextOfAudience } from "./store.ts";

/** What everybody's variables need, besides the person. */
export interface BusinessValues extends CompanyValues {
  /** The business's own fields of customers. */
  readonly own: readonly CustomField[];
}

/** What the variables about the business stand for, read from its profile, with its own fields of customers. */
export async function companyValues(db: Db, { dealer_id, location_id }: LocationKey): Promise<BusinessValues> {
  const business = await businessAt(db, dealer_id, location_id);
  const own = await fieldsInUse(db, dealer_id);
  if (!business) return { ...companyValuesOf(undefined), own };
  const { business_name, phone, email, address } = business;
  const company = companyValuesOf({
    company_name: business_name,
    company_phone: phone,
    company_email: email,
    company_address: address,
  });
  return { ...company, own };
}

interface NamedPerson {
  readonly first_name: string;
  readonly last_name: string;
  /** What the business's own fields hold about them, by key. */
  readonly custom?: CustomValues;
}

/** What the variables of a text to this person stand for. */
export function valuesFor(
  { first_name, last_name, custom = {} }: NamedPerson,
  { own, ...company }: BusinessValues,
): VariableValues {
  const customer_name = `${first_name} ${last_name}`.trim();
  return { customer_name, first_name, last_name, ...company, custom: customVariables(own, custom) };
}
