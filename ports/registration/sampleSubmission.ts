import type { RegistrationKind } from "#core/registration.ts";
import type { BusinessFacts, CampaignFacts, Submission } from "./registration.ts";

/** For tests: nothing may repeat it. */
export const sampleTaxNumber = "471234821";

export const sampleBusiness: BusinessFacts = {
  legalName: "Sunrise Motors LLC",
  brandName: "Sunrise Motors",
  ein: sampleTaxNumber,
  type: "llc",
  ownership: "private",
  stockExchange: "",
  stockSymbol: "",
  website: "https://sunrise.example",
  email: "texts@sunrise.example",
  street: "12 Main St",
  city: "Riverside",
  state: "CA",
  zip: "92501",
  representative: {
    firstName: "Dana",
    lastName: "Reyes",
    email: "dana@sunrise.example",
    phone: "+19095550142",
    title: "Owner",
    position: "ceo",
  },
};

export const sampleCampaign: CampaignFacts = {
  volume: "low",
  description: "Sunrise Motors texts customers about their appointments, their vehicles, and offers they agreed to.",
  messageFlow:
    "Customers check a box on https://rooftop.test/legal/sunrise/texts, or agree in person at the front desk.",
  samples: [
    "Sunrise Motors: see you [day] at [time] for your oil change. Reply STOP to opt out.",
    "Sunrise Motors: your [vehicle] is ready. Call us at [phone] with questions.",
  ],
  hasLinks: true,
  hasPhones: true,
  isDirectLending: false,
  isAgeGated: false,
  optInMessage: "Sunrise Motors: you agreed to texts. Reply HELP for help, STOP to opt out.",
  optOutMessage: "Sunrise Motors: you are opted out and get no more texts.",
  helpMessage: "Sunrise Motors: call (909) 555-0100 for help. Reply STOP to opt out.",
  optInKeywords: ["START", "UNSTOP"],
  optOutKeywords: ["STOP", "UNSUBSCRIBE"],
  helpKeywords: ["HELP", "INFO"],
  privacyUrl: "https://rooftop.test/legal/sunrise/privacy",
  termsUrl: "https://rooftop.test/legal/sunrise/terms",
  optInUrl: "https://rooftop.test/legal/sunrise/texts",
  optInPictureUrl: "https://rooftop.test/legal/sunrise/texts.png",
};

/** A submission before its first step. */
export function sampleSubmission(kind: RegistrationKind, changes: Partial<Submission> = {}): Submission {
  const facts = { business: sampleBusiness, campaign: sampleCampaign };
  return {
    kind,
    reference: `rooftop-7-${kind.replace("_", "-")}`,
    facts,
    round: 1,
    tollFree: null,
    made: {},
    ...changes,
  };
}
