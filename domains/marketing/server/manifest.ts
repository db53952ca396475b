import type { DomainManifest } from "#core/server/domainManifest.ts";

export const marketingManifest: DomainManifest = {
  name: "marketing",
  tables: ["quiet_hours"],
  reads: [],
};
