import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { invitationHandlers } from "#domains/team/invitations/server/handlers.ts";
import { team } from "../contract.ts";
import { teamHandlers } from "./handlers.ts";

const teamPersonRecords: PersonRecords = {
  tables: [],
  exempt: { team_invitations: "it is about a future team member, who is no customer" },
};

export const teamManifest: DomainManifest = {
  name: "team",
  calls: [
    callGroup(team, (domains) => teamHandlers(domains.flatMap(({ handOvers = [] }) => handOvers))),
    callGroup(invitations, invitationHandlers),
  ],
  person: teamPersonRecords,
  tables: ["team_invitations", "team_invitation_locations"],
  reads: ["dealers", "users", "sessions", "locations", "location_members"],
};
