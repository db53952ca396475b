import type { DomainManifest } from "#core/server/domainManifest.ts";

export const tagsManifest: DomainManifest = {
  name: "tags",
  tables: ["tags"],
  reads: [],
};
