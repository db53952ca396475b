import { type WorkerServer, worker } from "#core/server/domainManifest.ts";
import { fanOut } from "./fanOut.ts";
import { fanOutJob, pushJob, sweepNotificationsJob, textPhoneJob } from "./jobs.ts";
import type { LoadNewestInbound } from "./public.ts";
import { push } from "./push.ts";
import { sweep } from "./sweep.ts";
import { textPhone } from "./textPhone.ts";

export const notificationWorkers = [
  worker(fanOutJob, fanOut),
  worker(pushJob, (server, data) => push(server, data, inboundLoader(server))),
  worker(textPhoneJob, (server, data) => textPhone(server, data, inboundLoader(server))),
  worker(sweepNotificationsJob, sweep, { schedule: "17 3 * * *" }),
];

function inboundLoader({ domains }: WorkerServer): LoadNewestInbound {
  const [newestInbound] = domains.flatMap((domain) => domain.newestInbound ?? []);
  if (!newestInbound) throw new Error("No domain knows what customers wrote");
  return newestInbound;
}
