import type { RegistrationField } from "#core/registration.ts";
import type { RegistrationProblem } from "../registration.ts";

/**
 * What Twilio's codes are about, in our fields. Its own words are never used: they repeat what was submitted. Brand errors
 * are 307xx, those of campaigns 308xx and 309xx; 304xx and 305xx are toll-free reasons, of which some apply to campaigns.
 */
const fieldsByCode: Readonly<Record<string, readonly RegistrationField[]>> = {
  18011: ["legal_name", "ein"],
  21736: ["email"],
  30442: ["content"],
  30444: ["content"],
  30451: ["address"],
  30460: ["content"],
  30464: ["content"],
  30466: ["content"],
  30486: ["help_message"],
  30497: ["description"],
  30513: ["message_flow"],
  30532: ["content"],
  30533: ["content"],
  30538: ["samples"],
  30540: ["opt_in_message"],
  30543: ["message_flow"],
  30544: ["message_flow"],
  30545: ["message_flow"],
  30556: ["message_flow"],
  30560: ["terms"],
  30562: ["terms"],
  30569: ["message_flow"],
  30570: ["message_flow"],
  30703: ["legal_name", "ein"],
  30729: ["address"],
  30795: ["legal_name", "ein"],
  30796: ["stock"],
  30797: ["ownership"],
  30798: ["ownership"],
  30841: ["message_flow"],
  30881: ["email"],
  30882: ["terms"],
  30883: ["content"],
  30884: ["content"],
  30885: ["content"],
  30886: ["description"],
  30887: ["opt_out_message"],
  30888: ["age_gated"],
  30889: ["phones"],
  30890: ["help_message"],
  30891: ["website"],
  30892: ["samples"],
  30893: ["samples"],
  30894: ["brand_name"],
  30895: ["direct_lending"],
  30896: ["message_flow"],
  30897: ["content"],
  30898: ["ein"],
  30909: ["message_flow"],
  30910: ["description"],
  30914: ["business_type"],
  30915: ["business_type"],
  30925: ["message_flow"],
  30950: ["content"],
};

/** Campaigns refused for these are not reviewed again; only Twilio's support can help. */
const finalCodes = new Set(["30882", "30883", "30884", "30885", "30897", "30898", "30902", "30950"]);

/** Twilio's names of what was submitted, in lower case. */
const fieldsByName: Readonly<Record<string, RegistrationField>> = {
  additional_information: "message_flow",
  address_sids: "address",
  age_gated: "age_gated",
  age_gated_content: "age_gated",
  brand_contact_email: "email",
  brand_name: "brand_name",
  business_city: "address",
  business_contact_email: "representative",
  business_contact_first_name: "representative",
  business_contact_last_name: "representative",
  business_contact_phone: "representative",
  business_name: "legal_name",
  business_postal_code: "address",
  business_registration_identifier: "ein",
  business_registration_number: "ein",
  business_state_province_region: "address",
  business_street_address: "address",
  business_title: "representative",
  business_type: "business_type",
  business_website: "website",
  city: "address",
  company_name: "legal_name",
  company_type: "ownership",
  description: "description",
  direct_lending: "direct_lending",
  display_name: "brand_name",
  doing_business_as: "brand_name",
  ein: "ein",
  email: "email",
  first_name: "representative",
  friendly_name: "brand_name",
  has_embedded_links: "links",
  has_embedded_phone: "phones",
  help_keywords: "keywords",
  help_message: "help_message",
  help_message_sample: "help_message",
  iso_country: "address",
  job_position: "representative",
  last_name: "representative",
  legal_company_name: "legal_name",
  message_flow: "message_flow",
  message_samples: "samples",
  mobile_phone_number: "representative",
  opt_in_confirmation_message: "opt_in_message",
  opt_in_image_urls: "message_flow",
  opt_in_keywords: "keywords",
  opt_in_message: "opt_in_message",
  opt_in_type: "message_flow",
  opt_out_keywords: "keywords",
  opt_out_message: "opt_out_message",
  phone_number: "representative",
  postal_code: "address",
  privacy_policy_url: "privacy_policy",
  production_message_sample: "samples",
  region: "address",
  state: "address",
  stock_exchange: "stock",
  stock_symbol: "stock",
  stock_ticker: "stock",
  street: "address",
  tax_id: "ein",
  terms_and_conditions_url: "terms",
  use_case_summary: "description",
  website: "website",
  website_url: "website",
};

const ownOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The code of an error or a reason: digits, or empty. */
export function codeIn(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { error_code, code } = error as Readonly<Record<string, unknown>>;
  const text = textOf(error_code ?? code);
  return /^\d{1,6}$/.test(text) ? text : "";
}

/** A code's problems: at the fields that Twilio names and we have, or else at those that the code is about. */
export function problemsOf(code: string, names: readonly unknown[] = []): RegistrationProblem[] {
  const named = names.flatMap((name) => ownOf(fieldsByName, textOf(name).toLowerCase()) ?? []);
  const fields = named.length > 0 ? named : (ownOf(fieldsByCode, code) ?? ["other" as const]);
  return [...new Set(fields)].map((field) => ({ code, field }));
}

/** The problems of a resource's `errors`, which are null, empty, or objects with a code and perhaps fields. */
export function problemsIn(errors: unknown): RegistrationProblem[] {
  if (!Array.isArray(errors)) return [];
  return unique(
    errors.flatMap((error: unknown) => {
      const fields = typeof error === "object" && error !== null ? (error as { fields?: unknown }).fields : undefined;
      return problemsOf(codeIn(error), Array.isArray(fields) ? fields : []);
    }),
  );
}

/** All fields of these parts of a bundle are one field of ours. */
const fieldsByPart: Readonly<Record<string, RegistrationField>> = {
  authorized_representative_1: "representative",
  customer_profile_address: "address",
};

/** The problems of a noncompliant evaluation, whose parts each have invalid fields. */
export function problemsInEvaluation(results: unknown): RegistrationProblem[] {
  const parts = Array.isArray(results) ? results : [];
  const problems = parts.flatMap((part: unknown) => {
    if (typeof part !== "object" || part === null) return [];
    const { passed, object_type, invalid } = part as Readonly<Record<string, unknown>>;
    if (passed === true) return [];
    const whole = ownOf(fieldsByPart, textOf(object_type));
    if (whole) return [{ code: codeIn(part), field: whole }];
    const fields = (Array.isArray(invalid) ? invalid : []).flatMap((one: unknown) =>
      problemsOf(codeIn(one), [(one as { object_field?: unknown } | null)?.object_field]),
    );
    return fields.length > 0 ? fields : problemsOf(codeIn(part));
  });
  return problems.length > 0 ? unique(problems) : [{ code: "", field: "other" }];
}

/** Whether a campaign with these problems may be submitted again. */
export const mayBeSubmittedAgain = (problems: readonly RegistrationProblem[]): boolean =>
  !problems.some(({ code }) => finalCodes.has(code));

function unique(problems: readonly RegistrationProblem[]): RegistrationProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.field}`, problem])).values()];
}
