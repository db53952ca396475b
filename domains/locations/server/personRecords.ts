import type { PersonRecords } from "#core/server/personRecords.ts";

const own = "it is about the business's own places and numbers";

export const locationPersonRecords: PersonRecords = {
  tables: [],
  exempt: { locations: own, phone_numbers: own, tracking_numbers: own },
};
