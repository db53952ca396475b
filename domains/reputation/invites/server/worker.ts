import { worker } from "#core/server/domainManifest.ts";
import { remindJob, sendInviteJob } from "./jobs.ts";
import { remind } from "./remind.ts";
import { sendInvite } from "./sendInvite.ts";

export const inviteWorkers = [worker(sendInviteJob, sendInvite), worker(remindJob, remind)];
