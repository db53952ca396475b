import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { clientCalls, clients, countries, sampleDealership } from "#domains/admin/clients/contract.ts";
import { clientCallsHandlers, countryHandlers } from "#domains/admin/clients/server/clientSettings.ts";
import { clientHandlers } from "#domains/admin/clients/server/handlers.ts";
import { clientWorkers } from "#domains/admin/clients/server/purchases.ts";
import { sampleHandlers, sampleWorkers } from "#domains/admin/clients/server/removeSample.ts";
import { marketingRules } from "#domains/admin/marketing/contract.ts";
import { marketingRulesHandlers } from "#domains/admin/marketing/server/handlers.ts";
import { numberShop } from "#domains/admin/numberShop/contract.ts";
import { numberShopWorkers } from "#domains/admin/numberShop/server/giveBackNumbers.ts";
import { numberShopHandlers } from "#domains/admin/numberShop/server/handlers.ts";
import { overview } from "#domains/admin/overview/contract.ts";
import { overviewHandlers } from "#domains/admin/overview/server/handlers.ts";
import { publicSite } from "#domains/admin/publicSite/contract.ts";
import { publicSiteHandlers } from "#domains/admin/publicSite/server/handlers.ts";
import { logs, platformCampaigns, platformCustomers, platformMessages } from "#domains/admin/records/contract.ts";
import {
  logHandlers,
  platformCampaignHandlers,
  platformCustomerHandlers,
  platformMessageHandlers,
} from "#domains/admin/records/server/handlers.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { supportAccessWorkers } from "#domains/admin/supportAccess/server/endSupportAccess.ts";
import { supportAccessHandlers } from "#domains/admin/supportAccess/server/handlers.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { operatorTagHandlers } from "#domains/admin/tags/server/handlers.ts";

const adminPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    number_purchases: "it is about the business's own numbers",
    public_contacts: "it is how the platform itself is reached",
  },
};

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
