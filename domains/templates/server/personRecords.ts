import type { PersonRecords } from "#core/server/personRecords.ts";

/** Templates are about nobody, but people write names into them. */
export const templatePersonRecords: PersonRecords = {
  tables: [
    { table: "text_templates", mentions: ["title", "template"] },
    { table: "email_templates", mentions: ["title", "template"] },
  ],
  exempt: { marketing_images: "pictures that a business advertises with, about nobody" },
};
