import type { PersonRecords } from "#core/server/personRecords.ts";

export const teamPersonRecords: PersonRecords = {
  tables: [],
  exempt: { team_invitations: "it is about a future team member, who is no customer" },
};
