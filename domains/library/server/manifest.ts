import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { library } from "../contract.ts";
import { libraryHandlers } from "./handlers.ts";
import { libraryWorkers } from "./sweepLibrary.ts";

export const libraryManifest: DomainManifest = {
  name: "library",
  calls: [callGroup(library, libraryHandlers)],
  workers: libraryWorkers,
  /** Files are the business's own, but people name them after customers. */
  person: {
    tables: [
      { table: "library_files", mentions: ["name"] },
      { table: "library_folders", mentions: ["name"] },
    ],
  },
  tables: ["library_folders", "library_files"],
  reads: ["users"],
};
