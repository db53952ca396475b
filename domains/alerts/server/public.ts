import type { Server } from "#core/server/serve.ts";
import { removeEndedAlertsJob } from "./jobs.ts";
import { removeEndedAlerts } from "./removeEndedAlerts.ts";
import { sweepAlerts } from "./sweepAlerts.ts";

export { sweepAlerts } from "./sweepAlerts.ts";

/** Seconds between sweeps; opt-outs are daily counts, so they can lag. */
const [often, seldom] = [5, 60];

/** Sweeps for alerts in one of the processes, and deletes old ones every night. */
export async function workAlerts(server: Server): Promise<void> {
  server.ticker.every("alerts", often, () => sweepAlerts(server, ["untouched", "failures", "import"]));
  server.ticker.every("alerts of opt-outs", seldom, () => sweepAlerts(server, ["optouts"]));
  const { jobs } = server.ports;
  await jobs.work(removeEndedAlertsJob, () => removeEndedAlerts(server));
  await jobs.schedule(removeEndedAlertsJob, "27 3 * * *", {});
}
