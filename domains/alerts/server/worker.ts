import { type TickerWork, worker } from "#core/server/domainManifest.ts";
import { removeEndedAlertsJob } from "./jobs.ts";
import { removeEndedAlerts } from "./removeEndedAlerts.ts";
import { sweepAlerts } from "./sweepAlerts.ts";

/** Opt-outs are daily counts, campaigns last for hours and reviews for days, so they can lag. */
export const alertTickers: readonly TickerWork[] = [
  { name: "alerts", seconds: 5, work: (server) => sweepAlerts(server, ["untouched", "failures", "import"]) },
  {
    name: "alerts of opt-outs, campaigns and reviews",
    seconds: 60,
    work: (server) => sweepAlerts(server, ["optouts", "campaign", "review"]),
  },
];

export const alertWorkers = [worker(removeEndedAlertsJob, removeEndedAlerts, { schedule: "27 3 * * *" })];
