import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { consent } from "../consent/contract.ts";
import { consentHandlers } from "../consent/server/handlers.ts";
import { consentWorkers } from "../consent/server/worker.ts";
import { customers } from "../contract.ts";
import { customerDeletion } from "../deletion/contract.ts";
import { customerDeletionHandlers, removeHandlers } from "../deletion/server/handlers.ts";
import { customerErasure, platformErasure } from "../erasure/contract.ts";
import { customerErasureHandlers, platformErasureHandlers } from "../erasure/server/handlers.ts";
import { erasureWorkers } from "../erasure/server/worker.ts";
import { customerExport } from "../export/contract.ts";
import { customerExportHandlers } from "../export/server/handlers.ts";
import { serveExport } from "../export/server/serveExport.ts";
import { uploads } from "../upload/contract.ts";
import { uploadHandlers } from "../upload/server/handlers.ts";
import { uploadPersonRecords } from "../upload/server/personRecords.ts";
import { uploadWorkers } from "../upload/server/worker.ts";
import { whereabouts } from "../whereabouts/contract.ts";
import { whereaboutsHandlers } from "../whereabouts/server/handlers.ts";
import { customerHandlers } from "./handlers.ts";
import { customerPersonRecords } from "./personRecords.ts";
import { customerWorkers } from "./worker.ts";

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
    callGroup(uploads, uploadHandlers),
    callGroup(whereabouts, whereaboutsHandlers),
  ],
  routes: [serveExport],
  workers: [...customerWorkers, ...consentWorkers, ...erasureWorkers, ...uploadWorkers],
  person: { ...uploadPersonRecords, tables: [...customerPersonRecords.tables, ...uploadPersonRecords.tables] },
  tables: [
    "customers",
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
  // Of domains above: chats and chat_tags. `checks/tables.ts` says why.
  reads: ["users", "chats", "chat_tags", "customer_lists", "list_members", "customer_counts"],
};
