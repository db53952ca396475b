import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { platformCampaigns } from "../campaigns/contract.ts";
import { platformCampaignHandlers } from "../campaigns/server/handlers.ts";
import { clientCalls } from "../clientCalls/contract.ts";
import { clientCallsHandlers } from "../clientCalls/server/handlers.ts";
import { clients } from "../clients/contract.ts";
import { clientHandlers } from "../clients/server/handlers.ts";
import { clientWorkers } from "../clients/server/worker.ts";
import { countries } from "../countries/contract.ts";
import { countryHandlers } from "../countries/server/handlers.ts";
import { platformCustomers } from "../customers/contract.ts";
import { platformCustomerHandlers } from "../customers/server/handlers.ts";
import { logs } from "../logs/contract.ts";
import { logHandlers } from "../logs/server/handlers.ts";
import { marketingRules } from "../marketing/contract.ts";
import { marketingRulesHandlers } from "../marketing/server/handlers.ts";
import { platformMessages } from "../messages/contract.ts";
import { platformMessageHandlers } from "../messages/server/handlers.ts";
import { numberShop } from "../numberShop/contract.ts";
import { numberShopHandlers } from "../numberShop/server/handlers.ts";
import { numberShopWorkers } from "../numberShop/server/worker.ts";
import { overview } from "../overview/contract.ts";
import { overviewHandlers } from "../overview/server/handlers.ts";
import { publicSite } from "../publicSite/contract.ts";
import { publicSiteHandlers } from "../publicSite/server/handlers.ts";
import { sampleDealership } from "../sample/contract.ts";
import { sampleHandlers } from "../sample/server/handlers.ts";
import { sampleWorkers } from "../sample/server/worker.ts";
import { supportAccess } from "../supportAccess/contract.ts";
import { supportAccessHandlers } from "../supportAccess/server/handlers.ts";
import { supportAccessWorkers } from "../supportAccess/server/worker.ts";
import { operatorTags } from "../tags/contract.ts";
import { operatorTagHandlers } from "../tags/server/handlers.ts";
import { adminPersonRecords } from "./personRecords.ts";

export const adminManifest: DomainManifest = {
  name: "admin",
  calls: [
    callGroup(clients, clientHandlers),
    callGroup(clientCalls, clientCallsHandlers),
    callGroup(countries, countryHandlers),
    callGroup(numberShop, numberShopHandlers),
    callGroup(overview, overviewHandlers),
    callGroup(operatorTags, operatorTagHandlers),
    callGroup(platformCustomers, platformCustomerHandlers),
    callGroup(platformCampaigns, platformCampaignHandlers),
    callGroup(marketingRules, marketingRulesHandlers),
    callGroup(publicSite, publicSiteHandlers),
    callGroup(platformMessages, platformMessageHandlers),
    callGroup(logs, logHandlers),
    callGroup(supportAccess, supportAccessHandlers),
    callGroup(sampleDealership, sampleHandlers),
  ],
  workers: [...clientWorkers, ...numberShopWorkers, ...supportAccessWorkers, ...sampleWorkers],
  person: adminPersonRecords,
  tables: ["number_purchases", "number_shops", "public_contacts", "sample_removals"],
  reads: [],
};
