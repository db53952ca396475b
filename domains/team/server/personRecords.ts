import type { PersonRecords } from "#core/server/personRecords.ts";

export const teamPersonRecords: PersonRecords = {
  tables: [],
  exempt: { team_invitations: "it is about somebody who is to work there, who is no customer" },
};
