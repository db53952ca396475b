import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { emailTemplates } from "../email/contract.ts";
import { emailTemplateHandlers } from "../email/server/handlers.ts";
import { mailPictures } from "../mailPictures/contract.ts";
import { mailPictureHandlers } from "../mailPictures/server/handlers.ts";
import { serveMailPictures } from "../mailPictures/server/serveMailPictures.ts";
import { textTemplates } from "../text/contract.ts";
import { textTemplateHandlers } from "../text/server/handlers.ts";
import { templatePersonRecords } from "./personRecords.ts";

export const templatesManifest: DomainManifest = {
  name: "templates",
  calls: [
    callGroup(textTemplates, textTemplateHandlers),
    callGroup(emailTemplates, emailTemplateHandlers),
    callGroup(mailPictures, mailPictureHandlers),
  ],
  routes: [serveMailPictures],
  person: templatePersonRecords,
  tables: ["text_templates", "email_templates", "marketing_images"],
  reads: [],
};
