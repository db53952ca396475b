import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { consentHandlers } from "#domains/customers/consent/server/handlers.ts";
import { consentWorkers } from "#domains/customers/consent/server/proofPage.ts";
import { customFields } from "#domains/customers/custom/contract.ts";
import { customFieldHandlers } from "#domains/customers/custom/server/handlers.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { customerDeletionHandlers, removeHandlers } from "#domains/customers/deletion/server/handlers.ts";
import { customerErasure, platformErasure } from "#domains/customers/erasure/contract.ts";
import { erasureWorkers } from "#domains/customers/erasure/server/eraseCustomer.ts";
import { customerErasureHandlers, platformErasureHandlers } from "#domains/customers/erasure/server/handlers.ts";
import { customerRedirects } from "#domains/customers/redirects/contract.ts";
import { customerRedirectHandlers } from "#domains/customers/redirects/server/handlers.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { uploadPersonRecords } from "#domains/customers/upload/server/eraseFromUploads.ts";
import { uploadHandlers } from "#domains/customers/upload/server/handlers.ts";
import { uploadWorkers } from "#domains/customers/upload/server/sweepUploads.ts";
import { customerExport, customers } from "../contract.ts";
import { customerExportHandlers, serveExport } from "./export.ts";
import { customerHandlers } from "./handlers.ts";
import { customerWorkers } from "./page.ts";
import { customerPersonRecords } from "./personRecords.ts";

const worksOf = (domains: readonly DomainManifest[]) => domains.flatMap(({ customerWork = [] }) => customerWork);

export const customersManifest: DomainManifest = {
  name: "customers",
  calls: [
    callGroup(customers, (domains) => ({ ...customerHandlers, ...removeHandlers(worksOf(domains)) })),
    callGroup(customerDeletion, (domains) => customerDeletionHandlers(worksOf(domains))),
    callGroup(customerErasure, customerErasureHandlers),
    callGroup(platformErasure, platformErasureHandlers),
    callGroup(customerExport, customerExportHandlers),
    callGroup(consent, consentHandlers),
    callGroup(customFields, customFieldHandlers),
    callGroup(uploads, uploadHandlers),
    callGroup(customerRedirects, customerRedirectHandlers),
  ],
  routes: [serveExport],
  workers: [...customerWorkers, ...consentWorkers, ...erasureWorkers, ...uploadWorkers],
  person: {
    ...uploadPersonRecords,
    tables: [...customerPersonRecords.tables, ...uploadPersonRecords.tables],
    exempt: { ...uploadPersonRecords.exempt, custom_fields: "the business's own words" },
  },
  tables: [
    "customers",
    "custom_fields",
    "customer_deletions",
    "customers_matching",
    "customers_of_phone",
    "suppressions",
    "phone_keys",
    "consent_events",
    "consent_questions",
    "uploads",
    "upload_chunks",
    "upload_mappings",
    "upload_file",
  ],
  // Of domains above: chats, chat_tags and leads with theirs. `checks/tables.ts` says why.
  reads: [
    "users",
    "chats",
    "chat_tags",
    "leads",
    "lead_stages",
    "lead_vehicles",
    "customer_lists",
    "list_members",
    "customer_counts",
  ],
};
