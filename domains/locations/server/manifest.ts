import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { callSettingsHandlers } from "#domains/locations/callSettings/server/handlers.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { businessHoursHandlers, locationOpeningHandlers } from "#domains/locations/hours/server/handlers.ts";
import { numberSwap } from "#domains/locations/numberSwap/contract.ts";
import { numberSwapHandlers } from "#domains/locations/numberSwap/server/handlers.ts";
import { serveNumberSwap } from "#domains/locations/numberSwap/server/serveNumberSwap.ts";
import { locationOpening } from "#domains/locations/opening/contract.ts";
import { locations } from "../contract.ts";
import { locationHandlers } from "./handlers.ts";
import { registrationWorkers } from "./noteUnregistered.ts";

const own = "it is about the business's own places and numbers";

const locationPersonRecords: PersonRecords = {
  tables: [],
  exempt: { locations: own, phone_numbers: own, tracking_numbers: own },
};

export const locationsManifest: DomainManifest = {
  name: "locations",
  calls: [
    callGroup(locations, locationHandlers),
    callGroup(businessHours, businessHoursHandlers),
    callGroup(locationOpening, locationOpeningHandlers),
    callGroup(callSettings, callSettingsHandlers),
    callGroup(numberSwap, numberSwapHandlers),
  ],
  routes: [serveNumberSwap],
  workers: registrationWorkers,
  person: locationPersonRecords,
  tables: [
    "locations",
    "location_members",
    "phone_numbers",
    "tracking_numbers",
    "business_hours",
    "allowed_countries",
    "legal_pages",
  ],
  reads: ["review_invites", "review_settings", "reviews", "carrier_registrations", "registration_terms"],
};
