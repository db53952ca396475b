import { type TickerWork, worker } from "#core/server/domainManifest.ts";
import { removeEndedAlertsJob } from "./jobs.ts";
import { removeEndedAlerts } from "./removeEndedAlerts.ts";
import { sweepAlerts } from "./sweepAlerts.ts";

/** Opt-outs are daily counts, and campaigns last for hours, so they can lag. */
export const alertTickers: readonly TickerWork[] = [
  { name: "alerts", seconds: 5, work: (server) => sweepAlerts(server, ["untouched", "failures", "import"]) },
  {
    name: "alerts of opt-outs and campaigns",
    seconds: 60,
    work: (server) => sweepAlerts(server, ["optouts", "campaign"]),
  },
];

export const alertWorkers = [worker(removeEndedAlertsJob, removeEndedAlerts, { schedule: "27 3 * * *" })];
