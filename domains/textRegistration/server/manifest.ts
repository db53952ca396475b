import { callGroup, type DomainManifest, on } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { locationFacts } from "#domains/locations/server/public.ts";
import { textRegistration } from "../contract.ts";
import { legalPages } from "../legalPages/contract.ts";
import { legalPageHandlers } from "../legalPages/server/handlers.ts";
import { serveLegalPages } from "../legalPages/server/serveLegalPages.ts";
import { clientRegistrations, platformRegistration } from "../operator/contract.ts";
import { clientRegistrationHandlers, platformRegistrationHandlers } from "../operator/server/handlers.ts";
import { advanceWorkers, joinNumbers, lookAgain } from "./advance.ts";
import { textRegistrationHandlers } from "./handlers.ts";
import { newsWorkers } from "./news.ts";
import { numberWorkers } from "./numbers.ts";

const own = "what the business says about itself to carriers";

const textRegistrationPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    carrier_profiles: own,
    carrier_registrations: own,
    carrier_registration_steps: own,
    carrier_registration_events: own,
    registration_terms: "the platform's fees and limits",
    legal_page_additions: own,
  },
};

export const textRegistrationManifest: DomainManifest = {
  name: "textRegistration",
  calls: [
    callGroup(textRegistration, textRegistrationHandlers),
    callGroup(legalPages, legalPageHandlers),
    callGroup(clientRegistrations, clientRegistrationHandlers),
    callGroup(platformRegistration, platformRegistrationHandlers),
  ],
  routes: [serveLegalPages],
  // What the carrier reports is only a reason to look.
  registrationListener: (server) => ({ onNotice: (sid) => lookAgain(server, sid) }),
  workers: [...advanceWorkers, ...numberWorkers, ...newsWorkers],
  listeners: [on(locationFacts.numberAssigned, "textRegistration.joinNumbers", joinNumbers)],
  person: textRegistrationPersonRecords,
  tables: [
    "carrier_profiles",
    "carrier_registrations",
    "carrier_registration_steps",
    "carrier_registration_events",
    "registration_terms",
    "legal_page_additions",
  ],
  reads: ["dealers", "locations", "phone_numbers", "text_templates", "users"],
};
