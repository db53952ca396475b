import { worker } from "#core/server/domainManifest.ts";
import { announce } from "./announce.ts";
import { announceJob, nudgeJob, sweepInvitationsJob } from "./jobs.ts";
import { nudge } from "./nudge.ts";
import { sweepInvitations } from "./sweepInvitations.ts";

export const meetingWorkers = [
  worker(announceJob, announce),
  worker(nudgeJob, nudge),
  worker(sweepInvitationsJob, sweepInvitations, { schedule: "* * * * *" }),
];
