import { worker } from "#core/server/domainManifest.ts";
import { fanOut } from "./fanOut.ts";
import { fanOutJob, pushJob, sweepNotificationsJob, textPhoneJob } from "./jobs.ts";
import { push } from "./push.ts";
import { sweep } from "./sweep.ts";
import { textPhone } from "./textPhone.ts";

export const notificationWorkers = [
  worker(fanOutJob, fanOut),
  worker(pushJob, push),
  worker(textPhoneJob, textPhone),
  worker(sweepNotificationsJob, sweep, { schedule: "17 3 * * *" }),
];
