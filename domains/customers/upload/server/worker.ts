import { worker } from "#core/server/domainManifest.ts";
import { importCustomers } from "./importCustomers.ts";
import { importJob, recoverImportsJob, removeRejectsJob, sweepUploadsJob, undoImportJob } from "./jobs.ts";
import { recoverImports } from "./recoverImports.ts";
import { sweepUploads } from "./sweepUploads.ts";
import { undoImport } from "./undoImport.ts";

export const uploadWorkers = [
  worker(importJob, importCustomers),
  worker(undoImportJob, (server, data) =>
    undoImport(
      server,
      data,
      server.domains.flatMap(({ customersInUse }) => customersInUse ?? []),
    ),
  ),
  worker(recoverImportsJob, recoverImports, {
    schedule: "* * * * *",
    atStart: (server) => recoverImports(server, { all: true }),
  }),
  worker(sweepUploadsJob, sweepUploads, { schedule: "23 * * * *" }),
  worker(removeRejectsJob, ({ ports }, { key }) => ports.storage.remove(key)),
];
