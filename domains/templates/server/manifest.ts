import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { emailTemplates, mailPictures } from "#domains/templates/email/contract.ts";
import { emailTemplateHandlers, mailPictureHandlers } from "#domains/templates/email/server/handlers.ts";
import { serveMailPictures } from "#domains/templates/email/server/pictures.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { textTemplateHandlers } from "#domains/templates/text/server/handlers.ts";

/** Templates are about no one, but people write names into them. */
const templatePersonRecords: PersonRecords = {
  tables: [
    { table: "text_templates", mentions: ["title", "template"] },
    { table: "email_templates", mentions: ["title", "template"] },
  ],
  exempt: { marketing_images: "pictures that a business advertises with, about nobody" },
};

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
