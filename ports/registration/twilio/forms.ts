import type { BusinessType, JobPosition, Ownership } from "#core/registration.ts";
import type { BusinessFacts, Submission } from "../registration.ts";
import type { Form } from "./api.ts";

/* What is submitted, in Twilio's words. */

const businessTypes: Readonly<Record<BusinessType, string>> = {
  corporation: "Corporation",
  llc: "Limited Liability Corporation",
  partnership: "Partnership",
  cooperative: "Co-operative",
  nonprofit: "Non-profit Corporation",
  sole_proprietor: "Sole Proprietorship",
};

const companyTypes: Readonly<Record<Ownership, string>> = {
  private: "private",
  public: "public",
  nonprofit: "non_profit",
  government: "government",
};

const industries: Readonly<Record<Ownership, string>> = {
  private: "AUTOMOTIVE",
  public: "AUTOMOTIVE",
  nonprofit: "NOT_FOR_PROFIT",
  government: "GOVERNMENT",
};

const jobPositions: Readonly<Record<JobPosition, string>> = {
  director: "Director",
  gm: "GM",
  vp: "VP",
  ceo: "CEO",
  cfo: "CFO",
  general_counsel: "General Counsel",
  other: "Other",
};

const flag = (value: boolean) => (value ? "true" : "false");

const each = (name: string, values: readonly string[]): Form => values.map((value) => [name, value] as const);

/** Parameters without those that are empty. */
const filled = (form: Form): Form => form.filter(([, value]) => value !== "");

/** At most so many characters, cut between words. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return text.slice(0, end > most / 2 ? end : most);
}

export function businessAttributes(business: BusinessFacts): string {
  const { ownership, type } = business;
  return JSON.stringify({
    business_name: business.legalName,
    business_identity: "direct_customer",
    business_industry: industries[ownership],
    business_type: ownership === "government" ? businessTypes.nonprofit : businessTypes[type],
    business_registration_identifier: "EIN",
    business_registration_number: business.ein,
    business_regions_of_operation: "USA_AND_CANADA",
    website_url: business.website,
    social_media_profile_urls: "",
  });
}

export function representativeAttributes({ representative }: BusinessFacts): string {
  return JSON.stringify({
    first_name: representative.firstName,
    last_name: representative.lastName,
    email: representative.email,
    phone_number: representative.phone,
    business_title: representative.title,
    job_position: jobPositions[representative.position],
  });
}

export function brandAttributes({ ownership, stockExchange, stockSymbol, email }: BusinessFacts): string {
  return JSON.stringify({
    company_type: companyTypes[ownership],
    ...(ownership === "public" && { stock_exchange: stockExchange, stock_ticker: stockSymbol }),
    brand_contact_email: email,
  });
}

export function addressForm(business: BusinessFacts): Form {
  return [
    ["CustomerName", business.legalName],
    ["Street", business.street],
    ["City", business.city],
    ["Region", business.state],
    ["PostalCode", business.zip],
  ];
}

/** What a campaign can change of itself: the rest stays as it was made. */
export function campaignUpdateForm({ facts: { campaign } }: Submission): Form {
  return filled([
    ["Description", campaign.description],
    ["MessageFlow", campaign.messageFlow],
    ...each("MessageSamples", campaign.samples),
    ["HasEmbeddedLinks", flag(campaign.hasLinks)],
    ["HasEmbeddedPhone", flag(campaign.hasPhones)],
    ["AgeGated", flag(campaign.isAgeGated)],
    ["DirectLending", flag(campaign.isDirectLending)],
    ["PrivacyPolicyUrl", campaign.privacyUrl],
    ["TermsAndConditionsUrl", campaign.termsUrl],
  ]);
}

export function campaignForm(submission: Submission, brand: string, usecase: string): Form {
  const { campaign } = submission.facts;
  return [
    ["BrandRegistrationSid", brand],
    ["UsAppToPersonUsecase", usecase],
    ...campaignUpdateForm(submission),
    ...filled([
      ["OptInMessage", campaign.optInMessage],
      ["OptOutMessage", campaign.optOutMessage],
      ["HelpMessage", campaign.helpMessage],
      ...each("OptInKeywords", campaign.optInKeywords),
      ...each("OptOutKeywords", campaign.optOutKeywords),
      ...each("HelpKeywords", campaign.helpKeywords),
    ]),
    ["SubscriberOptIn", "true"],
  ];
}

/** What a campaign at Twilio has of what it can't change, in a form that can be compared. */
export function unchangeableOf(submission: Submission, usecase: string): Readonly<Record<string, unknown>> {
  const { campaign } = submission.facts;
  return {
    us_app_to_person_usecase: usecase,
    opt_in_message: campaign.optInMessage,
    opt_out_message: campaign.optOutMessage,
    help_message: campaign.helpMessage,
    opt_in_keywords: campaign.optInKeywords,
    opt_out_keywords: campaign.optOutKeywords,
    help_keywords: campaign.helpKeywords,
  };
}

function tollFreeBusinessType({ type, ownership }: BusinessFacts): string {
  if (type === "sole_proprietor") return "SOLE_PROPRIETOR";
  return { private: "PRIVATE_PROFIT", public: "PUBLIC_PROFIT", nonprofit: "NON_PROFIT", government: "GOVERNMENT" }[
    ownership
  ];
}

/** Longer summaries and remarks are refused. */
const summaryLength = 500;

/** What is told of a toll-free number, at first and when it is changed. */
export function verificationForm({ facts: { business, campaign } }: Submission, notices: string): Form {
  const { representative } = business;
  const hasTaxNumber = business.type !== "sole_proprietor";
  return filled([
    ["BusinessName", business.legalName],
    ["DoingBusinessAs", business.brandName],
    ["BusinessType", tollFreeBusinessType(business)],
    ["BusinessRegistrationNumber", hasTaxNumber ? business.ein : ""],
    ["BusinessRegistrationAuthority", hasTaxNumber ? "EIN" : ""],
    ["BusinessRegistrationCountry", hasTaxNumber ? "US" : ""],
    ["BusinessWebsite", business.website],
    ["BusinessStreetAddress", business.street],
    ["BusinessCity", business.city],
    ["BusinessStateProvinceRegion", business.state],
    ["BusinessPostalCode", business.zip],
    ["BusinessCountry", "US"],
    ["BusinessContactFirstName", representative.firstName],
    ["BusinessContactLastName", representative.lastName],
    ["BusinessContactEmail", representative.email],
    ["BusinessContactPhone", representative.phone],
    ["NotificationEmail", notices],
    ...each("UseCaseCategories", ["CUSTOMER_CARE", "ACCOUNT_NOTIFICATIONS", "MARKETING"]),
    ["UseCaseSummary", shortened(campaign.description, summaryLength)],
    ["ProductionMessageSample", campaign.samples[0] ?? ""],
    ["OptInImageUrls", campaign.optInPictureUrl],
    ["OptInType", "WEB_FORM"],
    ["MessageVolume", campaign.volume === "low" ? "1,000" : "10,000"],
    ["AdditionalInformation", shortened(`${campaign.optInUrl} ${campaign.messageFlow}`, summaryLength)],
    ["OptInConfirmationMessage", campaign.optInMessage],
    ...each("OptInKeywords", campaign.optInKeywords),
    ["HelpMessageSample", campaign.helpMessage],
    ["PrivacyPolicyUrl", campaign.privacyUrl],
    ["TermsAndConditionsUrl", campaign.termsUrl],
    ["AgeGatedContent", flag(campaign.isAgeGated)],
  ]);
}
