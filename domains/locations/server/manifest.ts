import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { callSettings } from "../callSettings/contract.ts";
import { callSettingsHandlers } from "../callSettings/server/handlers.ts";
import { locations } from "../contract.ts";
import { businessHours } from "../hours/contract.ts";
import { businessHoursHandlers } from "../hours/server/handlers.ts";
import { numberSwap } from "../numberSwap/contract.ts";
import { numberSwapHandlers } from "../numberSwap/server/handlers.ts";
import { serveNumberSwap } from "../numberSwap/server/serveNumberSwap.ts";
import { locationHandlers } from "./handlers.ts";
import { locationPersonRecords } from "./personRecords.ts";

export const locationsManifest: DomainManifest = {
  name: "locations",
  calls: [
    callGroup(locations, locationHandlers),
    callGroup(businessHours, businessHoursHandlers),
    callGroup(callSettings, callSettingsHandlers),
    callGroup(numberSwap, numberSwapHandlers),
  ],
  routes: [serveNumberSwap],
  person: locationPersonRecords,
  tables: ["locations", "location_members", "phone_numbers", "tracking_numbers", "business_hours", "allowed_countries"],
  reads: ["review_invites", "review_settings", "reviews"],
};
