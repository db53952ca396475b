import type { PersonRecords } from "#core/server/personRecords.ts";

const platform = "someone texted the platform's own number, which is no business's: the operator answers for it";

export const platformTextPersonRecords: PersonRecords = {
  tables: [],
  exempt: { platform_texts: platform, platform_optouts: platform },
};
