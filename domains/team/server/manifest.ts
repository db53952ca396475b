import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { team } from "../contract.ts";
import { invitations } from "../invitations/contract.ts";
import { invitationHandlers } from "../invitations/server/handlers.ts";
import { teamHandlers } from "./handlers.ts";
import { teamPersonRecords } from "./personRecords.ts";

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
