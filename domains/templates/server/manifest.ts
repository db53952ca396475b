import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { textTemplates } from "../text/contract.ts";
import { textTemplateHandlers } from "../text/server/handlers.ts";
import { templatePersonRecords } from "./personRecords.ts";

export const templatesManifest: DomainManifest = {
  name: "templates",
  calls: [callGroup(textTemplates, textTemplateHandlers)],
  person: templatePersonRecords,
  tables: ["text_templates", "marketing_images"],
  reads: [],
};
