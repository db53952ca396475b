import { worker } from "#core/server/domainManifest.ts";
import { announce } from "./announce.ts";
import { announceJob, sweepInvitationsJob } from "./jobs.ts";
import { sweepInvitations } from "./sweepInvitations.ts";

export const invitationWorkers = [
  worker(announceJob, announce),
  worker(sweepInvitationsJob, sweepInvitations, { schedule: "* * * * *" }),
];
