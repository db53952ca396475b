import type { PersonRecords } from "#core/server/personRecords.ts";

export const adminPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    number_purchases: "it is about the business's own numbers",
    public_contacts: "it is how the platform itself is reached",
  },
};
