/**
 * What carriers review before they deliver texts of a US number: who the business is, what it sends and how people agreed
 * to it (both for local numbers), or a toll-free number.
 */
export const registrationKinds = ["business", "campaign", "toll_free"] as const;
export type RegistrationKind = (typeof registrationKinds)[number];

export const businessTypes = [
  "corporation",
  "llc",
  "partnership",
  "cooperative",
  "nonprofit",
  "sole_proprietor",
] as const;
export type BusinessType = (typeof businessTypes)[number];

export const ownerships = ["private", "public", "nonprofit", "government"] as const;
export type Ownership = (typeof ownerships)[number];

export const jobPositions = ["director", "gm", "vp", "ceo", "cfo", "general_counsel", "other"] as const;
export type JobPosition = (typeof jobPositions)[number];

/** The fields that a refusal can be about; `other`: the carrier named none that is ours. */
export const registrationFields = [
  "legal_name",
  "brand_name",
  "ein",
  "business_type",
  "ownership",
  "stock",
  "website",
  "email",
  "address",
  "representative",
  "description",
  "message_flow",
  "samples",
  "links",
  "phones",
  "direct_lending",
  "age_gated",
  "opt_in_message",
  "opt_out_message",
  "help_message",
  "keywords",
  "privacy_policy",
  "terms",
  "content",
  "other",
] as const;
export type RegistrationField = (typeof registrationFields)[number];
