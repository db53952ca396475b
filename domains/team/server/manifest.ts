import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { invitationHandlers } from "#domains/team/invitations/server/handlers.ts";
import { workingHours } from "#domains/team/workingHours/contract.ts";
import { workingHoursHandlers } from "#domains/team/workingHours/server/handlers.ts";
import { team } from "../contract.ts";
import { teamHandlers } from "./handlers.ts";

const teamPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    team_invitations: "it is about a future team member, who is no customer",
    working_hours: "when a member of the team works",
  },
};

export const teamManifest: DomainManifest = {
  name: "team",
  calls: [
    callGroup(team, (domains) => teamHandlers(domains.flatMap(({ handOvers = [] }) => handOvers))),
    callGroup(invitations, invitationHandlers),
    callGroup(workingHours, workingHoursHandlers),
  ],
  person: teamPersonRecords,
  tables: ["team_invitations", "team_invitation_locations", "working_hours"],
  reads: ["dealers", "users", "sessions", "locations", "location_members"],
};
