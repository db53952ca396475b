import { toE164 } from "#core/phone.ts";
import type { BusinessType, JobPosition, Ownership, RegistrationField } from "#core/registration.ts";
import { openSeal, seal } from "#core/server/seal.ts";
import type { LegalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import type { RegistrationFacts, RegistrationProblem } from "#ports/registration/registration.ts";
import type { SavedProfile } from "../contract.ts";
import { hasLink, hasPhone, optOutLine } from "../rules.ts";

/** A profile that the review has let pass, in the words of the port. */
export function factsOf(profile: SavedProfile, ein: string, pages: LegalAddresses): RegistrationFacts {
  const { brand_name: brand, samples } = profile;
  const withScheme = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);
  const help = `${brand}: For help, email ${profile.email} or call ${profile.phone}. ${optOutLine}`;
  return {
    business: {
      legalName: profile.legal_name,
      brandName: brand,
      ein,
      type: profile.business_type as BusinessType,
      ownership: profile.ownership as Ownership,
      stockExchange: profile.ownership === "public" ? profile.stock_exchange : "",
      stockSymbol: profile.ownership === "public" ? profile.stock_ticker : "",
      website: withScheme(profile.website),
      email: profile.email,
      street: profile.street,
      city: profile.city,
      state: profile.state,
      zip: profile.zip,
      representative: {
        firstName: profile.first_name,
        lastName: profile.last_name,
        email: profile.representative_email,
        phone: toE164(profile.phone) ?? profile.phone,
        title: profile.job_title,
        position: profile.job_position as JobPosition,
      },
    },
    campaign: {
      volume: profile.volume,
      description: profile.description,
      messageFlow: profile.message_flow,
      samples,
      hasLinks: samples.some(hasLink),
      hasPhones: samples.some(hasPhone),
      isDirectLending: profile.is_direct_lending === 1,
      isAgeGated: profile.is_age_gated === 1,
      optInMessage: `${brand}: You’re signed up for texts about your visits, service and offers. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
      optOutMessage: `${brand}: You’re unsubscribed and won’t get more texts from us. Reply START to get them again.`,
      helpMessage: help.slice(0, 320),
      optInKeywords: ["START", "YES", "UNSTOP"],
      optOutKeywords: ["STOP", "UNSUBSCRIBE", "END", "QUIT", "STOPALL", "REVOKE", "OPTOUT", "CANCEL"],
      helpKeywords: ["HELP", "INFO"],
      privacyUrl: profile.privacy_url === "" ? pages.privacy : withScheme(profile.privacy_url),
      termsUrl: profile.terms_url === "" ? pages.terms : withScheme(profile.terms_url),
      optInUrl: pages.texts,
      optInPictureUrl: pages.picture,
    },
  };
}

const factsPurpose = "carrier registration";

/** What is submitted, sealed: it has the tax number. */
export const sealFacts = (secret: string, facts: RegistrationFacts): string =>
  seal(secret, factsPurpose, JSON.stringify(facts));

/** @returns undefined when the secret key was changed since. */
export function openFacts(secret: string, sealed: string): RegistrationFacts | undefined {
  const opened = openSeal(secret, factsPurpose, sealed);
  return opened === undefined ? undefined : (JSON.parse(opened) as RegistrationFacts);
}

const answers: Partial<Record<RegistrationField, (facts: RegistrationFacts) => string>> = {
  legal_name: ({ business }) => business.legalName,
  brand_name: ({ business }) => business.brandName,
  website: ({ business }) => business.website,
  email: ({ business }) => business.email,
  address: ({ business: { street, city, state, zip } }) => `${street}, ${city}, ${state} ${zip}`,
  representative: ({ business: { representative: person } }) =>
    `${person.firstName} ${person.lastName}, ${person.title}, ${person.email}`,
  description: ({ campaign }) => campaign.description,
  message_flow: ({ campaign }) => campaign.messageFlow,
  samples: ({ campaign }) => campaign.samples.join("\n\n"),
  links: ({ campaign }) => campaign.samples.join("\n\n"),
  phones: ({ campaign }) => campaign.samples.join("\n\n"),
  content: ({ campaign }) => campaign.samples.join("\n\n"),
  privacy_policy: ({ campaign }) => campaign.privacyUrl,
  terms: ({ campaign }) => campaign.termsUrl,
};

/** What was submitted in the refused fields; never the tax number. */
export function answersOf(facts: RegistrationFacts | undefined, problems: readonly RegistrationProblem[]) {
  const fields = [...new Set(problems.map(({ field }) => field))];
  return fields.flatMap((field) => {
    const answer = answers[field];
    return facts && answer ? [{ field, text: answer(facts) }] : [];
  });
}
